import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";

// Where the server can't be reached, a page of our own says so.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/service-worker.js").catch(() => undefined));
}

mount(App, { target: document.getElementById("page")! });
