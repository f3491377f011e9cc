import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { compressed } from "./compress.ts";
import { inlinedRuntime } from "./runtime.ts";
import { manifest, serviceWorker } from "./install.ts";

const PAGE = "../src/pyramidion/server/page";

// What a table needs is one chunk, but for the game's board, which is another: every request costs a server more than its bytes.
// With it goes what a board shares with its picture on the home page.
const TABLE =
  /rolldown.runtime|\/node_modules\/(?!uqr\/)|\/src\/(?:main|App|lib\/(?!Markdown|markdown|FigureOf|figure|Spans)|table\/(?!RulesDrawer|Inv|QrCode|terms|Ending|Result|Celebration|match|Hint|marks)|pages\/(?:Table\b|defaults)|games\/senet\/(?:Signs|Man)\.|games\/(?:[^/]+\/(?:lines|written)|index)\.ts$)/;
// What only the home page needs is another.
const HOME =
  /\/src\/(?:pages\/(?:Home|GameCard|InviteDialog|Levels|Tables|PreparationBar|rows)\b|people\/(?:Challenges|api|texts)\b)/;
const PICTURES = /\/src\/games\/(?:pictures|[^/]+\/Picture)/;
const RULES = /\/src\/(?:table\/RulesDrawer|lib\/(?:Markdown|markdown|FigureOf|figure|Spans))/;
// What a table needs only now and then: an invitation, a hint, the end of its game.
const INVITING = /\/src\/table\/(?:Inv|QrCode|terms)/;
const HINTS = /\/src\/table\/(?:Hint|marks)/;
const ENDING = /\/src\/table\/(?:Ending|Result|Celebration|match)/;
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
  plugins: [svelte(), installable, inlinedRuntime, compressed(fileURLToPath(new URL(PAGE, import.meta.url)))],
  build: {
    outDir: PAGE,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "home", test: HOME, priority: 2 },
            { name: "pictures", test: PICTURES, priority: 3 },
            { name: "rules", test: RULES, priority: 2 },
            { name: "page", test: TABLE, priority: 4 },
            { name: "inviting", test: INVITING, priority: 2 },
            { name: "hints", test: HINTS, priority: 2 },
            { name: "ending", test: ENDING, priority: 2 },
            { name: (id) => GAME.exec(id)?.[1] ?? null, test: GAME, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
