import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { manifest, serviceWorker } from "./install.ts";

/** Files with fixed names beside the page. */
const installable: Plugin = {
  name: "installable",
  generateBundle() {
    const icon = readFileSync(new URL("./public/icon.svg", import.meta.url), "utf-8");
    this.emitFile({ type: "asset", fileName: "manifest.webmanifest", source: manifest() });
    this.emitFile({ type: "asset", fileName: "service-worker.js", source: serviceWorker(icon) });
  },
};

// The page is built into the package, so that people need no Node.
export default defineConfig({
  plugins: [svelte(), installable],
  build: {
    outDir: "../src/pyramidion/server/page",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
