import type { Plugin } from "vite";

const OWN = /rolldown-runtime/;

/** The bundler's own few lines stand in every chunk that needs them: in a file of their own they would be a request for 158 bytes. */
export const inlinedRuntime: Plugin = {
  name: "inlined-runtime",
  enforce: "post",
  generateBundle(_, bundle) {
    const runtime = Object.values(bundle).find(({ fileName }) => OWN.test(fileName));
    if (runtime?.type !== "chunk") return;
    const [, body, local, exported] = /^(.*)export\{(\w+)(?: as (\w+))?\};?\s*$/s.exec(runtime.code)!;
    const name = runtime.fileName.split("/").at(-1)!;
    const wanted = new RegExp(`import\\{${exported ?? local} as (\\w+)\\}from"\\./${name}";`);
    for (const one of Object.values(bundle)) {
      if (one.type === "chunk" && one !== runtime)
        one.code = one.code
          .replace(wanted, (_, called: string) => `const ${called}=(()=>{${body}return ${local}})();`)
          .replaceAll(runtime.fileName, one.fileName); // among what is loaded before it: itself, which is there
      else if (one.type === "asset" && one.fileName.endsWith(".html"))
        one.source = String(one.source).replace(new RegExp(`\\s*<(?:link|script)[^>]*${name}[^>]*>(?:</script>)?`), "");
    }
    delete bundle[runtime.fileName];
  },
};
