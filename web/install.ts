// What makes the page installable, written when it is built: a manifest, and a service worker with the page that people see when
// the server can't be reached. The worker keeps nothing: neither the page nor what the server says, so nothing it shows is ever old.
import { offline, texts } from "./src/lib/texts.ts";

const GROUND = { light: "#f3e9d3", dark: "#17171b" }; // as in app.css

export function manifest(): string {
  const icon = (src: string, sizes: string, purpose = "any") => ({
    src,
    sizes,
    purpose,
    type: src.endsWith("svg") ? "image/svg+xml" : "image/png",
  });
  return JSON.stringify({
    id: "/",
    start_url: "/",
    scope: "/",
    display: "standalone",
    name: texts.site,
    short_name: texts.site,
    description: texts.motto,
    lang: "en",
    dir: "ltr",
    background_color: GROUND.light,
    theme_color: GROUND.light,
    icons: [
      icon("/icon.svg", "any"),
      icon("/icon-192.png", "192x192"),
      icon("/icon-512.png", "512x512"),
      icon("/icon-maskable-512.png", "512x512", "maskable"),
    ],
  });
}

/** Only for going to a page; everything else, and all of the API, goes its own way. */
export function serviceWorker(icon: string): string {
  return `const PAGE = ${JSON.stringify(offlinePage(icon))};
const HEADERS = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'" };
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || new URL(request.url).pathname.startsWith("/api/")) return;
  event.respondWith(fetch(request).catch(() => new Response(PAGE, { status: 503, headers: HEADERS })));
});
`;
}

function offlinePage(icon: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${offline.title} · ${texts.site}</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; min-block-size: 100dvh; display: grid; place-content: center; justify-items: center; gap: 1rem; padding: 1.5rem; box-sizing: border-box;
  font: 1rem/1.5 system-ui, sans-serif; text-align: center; background: light-dark(${GROUND.light}, ${GROUND.dark}); color: light-dark(#2a2521, #f1e8d6) }
svg { inline-size: 6rem }
h1 { margin: 0; font: 600 1.6rem/1.2 Georgia, serif; text-wrap: balance }
p { margin: 0; max-inline-size: 34ch; text-wrap: pretty }
a { display: inline-grid; place-items: center; min-block-size: 2.75rem; padding: 0 1.5rem; border-radius: 99px; background: light-dark(#173a70, #2b5aa3);
  color: #fdf8ec; font-weight: 600; text-decoration: none }
a:focus-visible { outline: 3px solid light-dark(#1f6fd0, #7db5ff); outline-offset: 3px }
</style>
</head>
<body>
<main style="display:contents">
${icon.replace("<svg ", '<svg aria-hidden="true" ')}
<h1>${offline.title}</h1>
<p>${offline.words}</p>
<p>${offline.terminal}</p>
<a href="">${texts.again}</a>
</main>
</body>
</html>
`;
}
