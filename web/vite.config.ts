import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page is built into the package, so that people need no Node.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/pyramidion/server/page",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
