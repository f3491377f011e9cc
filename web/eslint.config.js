// What type checks and Prettier can't see: mistakes and habits. Formatting is Prettier's alone.
import js from "@eslint/js";
import prettier from "eslint-config-prettier/flat";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  globalIgnores(["node_modules/", "fixtures/", "src/types.ts"]),
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-unused-expressions": "off", // a bare name in an effect is what it depends on
      "svelte/prefer-svelte-reactivity": "off", // a Map that nothing watches is a plain Map
      "svelte/no-unused-svelte-ignore": "off", // svelte-check knows which warnings there are
    },
  },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  { files: ["**/*.svelte"], rules: { "no-useless-assignment": "off" } }, // it does not see what the markup uses
);
