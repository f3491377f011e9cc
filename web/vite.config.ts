import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { compressed } from "./compress.ts";
import { manifest, serviceWorker } from "./install.ts";

const PAGE = "../src/pyramidion/server/page";

// What a table needs is one chunk, but for the game's board, which is another: every request costs a server more than its bytes.
const TABLE =
  /rolldown.runtime|\/node_modules\/(?!uqr\/)|\/src\/(?:main|App|lib|table|pages\/(?:Home|GameCard|Table)\b|games\/(?:[^/]+\/(?:lines|written)|[^/]*)\.ts$)/;
const GAME = /\/src\/games\/([^/]+)\/(?!rules\.ts|standing\.ts|lines\.ts|written\.ts)/;

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
  plugins: [svelte(), installable, compressed(fileURLToPath(new URL(PAGE, import.meta.url)))],
  build: {
    outDir: PAGE,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "page", test: TABLE, priority: 2 },
            { name: (id) => GAME.exec(id)?.[1] ?? null, test: GAME, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
