// A bot in JavaScript, over plain HTTP: node examples/bots/over_http.mjs SERVER [LINK]
// It joins that table, or waits for challenges, and plays any legal move. Needs Node 18 or newer, and nothing else.
import { createHash, randomBytes } from "node:crypto";

const [server, link] = process.argv.slice(2);

async function ask(method, path, body, headers = {}) {
  const response = await fetch(server + "/api" + path, {
    method,
    headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.why), { code: answer.code });
  return { answer, cookie: response.headers.get("set-cookie")?.split(";")[0] };
}

/** The lines of a stream, as objects. */
async function* lines(path) {
  const response = await fetch(server + "/api" + path, { headers: signed });
  let rest = "";
  for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + bytes).split("\n");
    rest = parts.pop();
    for (const part of parts) yield JSON.parse(part);
  }
}

const say = (table, what, body) => ask("POST", `/tables/${table}/${what}`, body, signed);

/** Everybody commits to a salt for the dice, and reveals it when all have. */
async function getReady(table, sync, salt) {
  const commitment = createHash("sha256").update(salt).digest("hex");
  const known = sync.salt_commitments;
  if (sync.yours.some((seat) => known[seat] !== commitment)) await say(table, "ready", { salt_commitment: commitment });
  else if (known.every((one, seat) => one || sync.chairs[seat].bot)) await say(table, "reveal", { salt });
}

async function play(table) {
  const salt = randomBytes(16).toString("hex");
  for await (const sync of lines(`/tables/${table}/stream?whole=true`)) {
    if (sync.type !== "sync") continue;
    try {
      if (sync.status === "waiting") await getReady(table, sync, salt);
      else if (sync.status === "over") return console.log(sync.ending, sync.turn);
      else if (sync.legal.length) {
        const { seat, actions } = sync.legal[0];
        const action = actions[Math.floor(Math.random() * actions.length)];
        await say(table, "act", { n: sync.n, seat, action });
      }
    } catch (error) {
      if (error.code !== "late") console.error(error.message); // something else came first: the next line says what
    }
  }
}

const { cookie } = await ask("GET", "/me");
const made = await ask("POST", "/tokens", { label: "JavaScript", scopes: ["bot"] }, { Cookie: cookie });
const signed = { Authorization: `Bearer ${made.answer.token}` };
const { answer: me } = await ask("GET", "/me", undefined, signed);
console.log(`${me.name} is here`);
if (link) {
  const table = link.split("/").pop();
  await say(table, "sit", {});
  await play(table);
  process.exit();
}
for await (const news of lines("/me/stream")) {
  if (news.type !== "challenge") continue;
  await say(news.table, "sit", {});
  void play(news.table);
}
