// The pages of `serve`, answered by a worker. The address's fragment is the path: `#1.…` or `#2.…` is the table with that case on it.
import { mount as dispute } from "./dispute.mjs";
import { mount as editor } from "./editor.mjs";
import { mount as game } from "./game.mjs";
import { OFTEN, SIGNS } from "./often.mjs";

const MOUNTS = { "dispute.js": dispute, "editor.js": editor, "game.js": game };
class Stopped extends Error {}
const LONG = 5_000;  // milliseconds after which an answer can be done without
const root = document.documentElement, ADDRESS = new URL(".", location.href).href;
// Searches are asked of a worker of their own, which can be ended without losing the games.
const SEARCHES = /^\/(review\/|api\/(best|certificate|dominated)\b|c\/[^?]*\?(.*&)?best\b)/;
// Of these there are bounds where a search is cut short.
const BOUNDED = /^\/(api\/best\b|c\/)/;
const PATIENT = 600, BRIEF = 4;  // seconds that a search may take: its visitor can end it; and one for bounds, after that
let asked = 0, shown = 0, ended = new AbortController();

function fail(what) {
  root.dataset.state = "failed";
  const main = document.createElement("main");
  main.className = "waiting";
  for (const [kind, text] of [["h1", "The referee couldn’t be loaded"], ["p", what], ["p", "Try again with a newer browser or another connection. It runs without a browser, too:"], ["p", "pip install 'declarant[serve]'"], ["p", "declarant serve"]])
    main.append(Object.assign(document.createElement(kind), { textContent: text }));
  document.body.replaceChildren(main);
}
// A worker that answers. Python can't be interrupted: it is ended, and another begins from the memory that was kept.
class Answering {
  constructor(halt, failed) { Object.assign(this, { halt, failed, waiting: new Map(), worker: undefined }); }
  begin() {
    this.worker = new Worker("worker.mjs", { type: "module" });
    this.worker.onerror = (event) => this.failed("The worker that it runs in didn’t start" + (event.message ? `: ${event.message}` : "."));
    this.worker.onmessage = ({ data }) => {
      if (data.failed) this.failed(data.failed);
      else if (data.ready) { if (this === ruling) Object.assign(declarant.timing, data.ready); }
      else if (data.progress) say(data.progress);
      else this.waiting.get(data.id)?.(data);
    };
  }
  send(message, transfer = []) {
    if (!this.worker) this.begin();
    return new Promise((done, failed) => {
      const id = ++asked, long = setTimeout(() => { this.halt.hidden = false; }, LONG);
      this.waiting.set(id, (data) => {
        clearTimeout(long);
        this.waiting.delete(id);
        this.halt.hidden = !this.waiting.size || this.halt.hidden;
        if (data.error) failed(data.stopped ? new Stopped(data.error) : new Error(data.error)); else done(data);
      });
      this.worker.postMessage({ id, ...message }, transfer);
    });
  }
  end(error = "It was stopped.") {
    this.worker?.terminate();
    this.worker = undefined;
    for (const answered of [...this.waiting.values()]) answered({ stopped: true, error });
  }
}
const button = (text, clicked) => {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text, className: "button", hidden: true });
  made.addEventListener("click", clicked);
  return made;
};
const ruling = new Answering(button("Stop (games that aren’t kept are forgotten)", () => {
  ruling.end();
  shell.save.hidden = true;
  restore().catch(() => {});
}), fail);
const searching = new Answering(button("Stop the search", () => searching.end()), (what) => searching.end(what));
// What the worker of searches doesn’t know yet: the games and the cards that the other one holds.
let news = true;
async function search(message) {
  try { return await searched(message, PATIENT); } catch (error) {
    if (!(error instanceof Stopped) || !BOUNDED.test(message.target)) throw error;
    say("Stopped; looking for bounds …");  // what the worker knew is gone with it
    return searched(message, BRIEF);
  }
}
async function searched(message, seconds) {
  if (news || !searching.worker) {
    news = false;
    const { held } = await ruling.send({ held: true });
    await searching.send({ hold: held }, held.map(([, bytes]) => bytes.buffer));
  }
  return searching.send({ ...message, seconds });
}
function ask(method, target, headers = {}, body = "") {
  const message = { method, target, headers, body, address: ADDRESS };
  return SEARCHES.test(target) ? search(message) : ruling.send(message);
}

// --- addresses ---------------------------------------------------------------------------------------------------------------

// The code of a case: `1.…` packed, `2.…` as a line that can be read.
const CODE = /^[12]\./;
const fragment = () => location.href.split("#").slice(1).join("#");
function target() {
  const now = fragment();
  return !now ? "/" : now.startsWith("/") ? now : CODE.test(now) ? "/?c=" + now : "/";
}
const split = () => { const [path, query] = target().split("?"), given = new URLSearchParams(query ?? ""); return { path, given }; };
const place = () => split().given.get("at") ?? "";
function stand(at) {
  const { path, given } = split();
  given.set("at", at);
  history.replaceState(null, "", `#${path}?${given}`);
}
// `#/?c=1.…` is shorter as `#1.…`.
const short = (address) => address.replace(/^#\/\?c=(?=[12]\.)/, "#");
const move = (address) => { if (short(address) !== location.hash) history.pushState(null, "", short(address)); };

// --- documents ---------------------------------------------------------------------------------------------------------------

const aside = (kind, label) => {
  const made = Object.assign(document.createElement("aside"), { className: kind });
  made.setAttribute("aria-label", label);
  return made;
};
// What is going on stands above the page, and stays in sight.
const progress = aside("progress", "What the referee does"), shell = aside("site", "This site");
const status = Object.assign(document.createElement("p"), { role: "status" });
const say = (text) => { status.textContent = text; };
const sayKept = ({ kept }) => say(kept ? `${(kept / 1e6).toFixed(1)} MB are kept in this browser.` : shell.keep.checked ? "What is opened will be kept in this browser." : "Nothing is kept in this browser.");
{
  const label = document.createElement("label"), input = Object.assign(document.createElement("input"), { type: "file", multiple: true });
  label.append("Open a log of MTG Arena (Player.log), a record, a journal, a case or card data; nothing leaves this machine.", input);
  input.addEventListener("change", () => take([...input.files]));
  const save = button("Save the games as a journal", async () => {
    const { held } = await ruling.send({ held: true }), [, bytes] = held.find(([path]) => path.endsWith("/games.db"));
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([bytes])), download: "games.db" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  });
  const keep = Object.assign(document.createElement("input"), { type: "checkbox" }), kept = document.createElement("label");
  kept.append(keep, " Keep games and card data in this browser");
  keep.addEventListener("change", async () => {
    try { sayKept(await ruling.send({ keep: keep.checked })); } catch (error) { keep.checked = false; say(`They can’t be kept: ${error.message}`); }
  });
  const about = document.createElement("p");
  about.append(Object.assign(document.createElement("a"), { href: "licences.txt", textContent: "Licences" }));
  progress.append(status, searching.halt, ruling.halt);
  shell.append(label, save, kept, about);
  Object.assign(shell, { save, keep });
}
function show({ body }) {
  ended.abort();
  ended = new AbortController();
  // Sheets that scripts make need no hash in the policy; scripts are ours, not the document's.
  const sheets = [];
  const text = body.replace(/<style>([^<]*)<\/style>/g, (_, css) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); sheets.push(sheet); return ""; });
  const made = new DOMParser().parseFromString(text, "text/html");
  for (const each of made.querySelectorAll("script")) each.remove();
  document.adoptedStyleSheets = sheets;
  document.title = made.title || "declarant";
  root.classList.remove("js");
  document.body.replaceChildren(progress, ...made.body.childNodes, shell);
  const arrive = move;
  MOUNTS[made.body.dataset.script]?.({ ask: fetched, move, arrive, place, stand, signal: ended.signal });
  document.querySelector("[autofocus]")?.focus({ preventScroll: true });
}
async function fetched(address, { method = "GET", headers = {}, body = "" } = {}) {
  const got = await ask(method, address.replace(/^#/, ""), headers, String(body));
  return new Response(got.body, { status: got.status, headers: got.headers });
}
async function go() {
  const number = ++shown, { path, given } = split();
  const says = given.get("says");
  for (const each of ["at", "says"]) given.delete(each);
  const query = String(given).replace(/=(?=&|$)/g, "");
  try {
    // The first ruling doesn't wait until other years are compared.
    const searched = SEARCHES.test(target()), brief = !searched && root.dataset.state === "loading" && path.startsWith("/c/");
    if (searched) say("Searching …");
    if (brief) await arrive(`${path}?brief`, number, says);
    await arrive(path + (query ? "?" + query : ""), number, says);
    if (number !== shown) return;
    const found = given.has("best") && document.getElementById("best");
    if (found) found.scrollIntoView(); else if (!brief && !place()) scrollTo(0, 0);
  } catch (error) { if (error instanceof Stopped) say(error.message); else fail(error.message); }
}
// What is at an address stands on the page, unless something else was asked for meanwhile.
async function arrive(address, number, says) {
  const got = await ask("GET", address, { accept: "text/html" });
  if (number !== shown) return;
  if (!(got.headers["content-type"] ?? "").includes("html"))
    got.body = `<main><pre>${got.body.replace(/[&<>]/g, (each) => `&#${each.charCodeAt(0)};`)}</pre></main>`;
  show(got);
  say("");
  checked(says);
  root.dataset.state = "ready";
}
function checked(says) {
  const ruled = document.querySelector("[data-verdict]");
  if (!says || !ruled) return;
  const here = `${ruled.dataset.verdict}.${ruled.dataset.rule}`;
  say(here === says ? "Checked here: the referee in this page rules as the sender’s did." : "Checked here, and ruled otherwise than the link says: this is the ruling of the referee in this page.");
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='#']"), to = link?.getAttribute("href").slice(1);
  if (!link || event.ctrlKey || event.metaKey || to.startsWith("/") || CODE.test(to)) return;
  event.preventDefault();
  stand(to);
  dispatchEvent(new HashChangeEvent("hashchange"));
  document.getElementById(to)?.scrollIntoView();
});
document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target, sent = new URLSearchParams(new FormData(form, event.submitter));
  const number = ++shown;
  try {
    const got = await ask("POST", form.getAttribute("action").slice(1), { accept: "text/html" }, String(sent));
    if (number === shown) { say(""); show(got); }
  } catch (error) { say(error.message); }
});
addEventListener("popstate", go);

// --- files that are dropped ----------------------------------------------------------------------------------------------------

async function take(files) {
  if (!files.length) return;
  say(`Reading ${files.map((each) => each.name).join(", ")} …`);
  try {
    const { taken } = await ruling.send({ files });
    news = true;
    shell.save.hidden = !taken.games;
    const page = taken.opens || (taken.games ? "#/games" : "");
    if (page) { history.pushState(null, "", page); await go(); }
    say(taken.said);
  } catch (error) { say(error.message); }
}
for (const kind of ["dragenter", "dragover"]) addEventListener(kind, (event) => { event.preventDefault(); document.body.classList.add("over"); });
addEventListener("dragleave", () => document.body.classList.remove("over"));
addEventListener("drop", (event) => { event.preventDefault(); document.body.classList.remove("over"); take([...event.dataTransfer.files]); });

// What was kept is there again, after the page that was asked for: what it is of may be among it.
async function restore() {
  const { restored } = await ruling.send({ restore: true });
  if (!restored) return;
  news = true;
  shell.keep.checked = true;
  shell.save.hidden = !restored.games;
  if (/^\/(g|games|review)\b/.test(split().path)) await go();
}

// --- what a link says, before the referee is there -----------------------------------------------------------------------------

async function opened(code) {
  // The dictionary goes before it as a block that is stored: so the browser's own inflater knows it.
  const often = new TextEncoder().encode(OFTEN), head = new Uint8Array([0, often.length & 255, often.length >> 8, ~often.length & 255, (~often.length >> 8) & 255]);
  const packed = Uint8Array.from(atob(code.slice(2).replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0));
  const reader = new Blob([head, often, packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces = [];
  let size = 0;
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    pieces.push(value);
    if ((size += value.length) > often.length + 65_536) { reader.cancel(); throw new Error("too large"); }
  }
  return JSON.parse(await new Blob(pieces).slice(often.length).text());
}
// A line in the letters of an address, as `permalink.py` writes them.
const written = (code) => code.replace(/_|~([a-z]|[0-9A-F]{2})/g, (found, sign) => (found === "_" ? " " : SIGNS[sign] ?? String.fromCharCode(parseInt(sign, 16))));
// A case in one line (`cases/line.py`), as people say it: the day, who has what, and what is declared.
function said(line) {
  const named = {}, unquoted = (text) => (text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, "$1") : text);
  const theirs = (text) => {
    const [, id, name, size] = text.match(/^([^\s=]+)(?:=("(?:[^"\\]|\\.)*"|\S+))?(?: (-?\d+\/-?\d+))?/) ?? [, text];
    named[id] = unquoted(name ?? id);
    return size && !named[id].includes(size) ? `${named[id]} ${size}` : named[id];
  };
  const pairs = (text, does) => text.split(" ").map((pair) => pair.split(">").map((side) => side.split("+").map((id) => named[id] ?? id).join(", ")).join(` ${does} `)).join("; ");
  return line.split(" | ").map((part, at) => {
    const day = at ? undefined : part.match(/\d{4}-\d\d-\d\d/), player = part.match(/^(\S+)(?: (\d+))?[^"]*?:(?: (.*)|$)/), step = part.match(/^(attack|block) (.+>.+)/);
    if (day) return `Rules of ${day}`;
    if (step) return pairs(step[2], `${step[1]}s`);
    return player ? `${player[1]}${player[2] ? `, ${player[2]} life` : ""}: ${(player[3] ?? "").split("; ").map(theirs).join(", ") || "nothing"}` : part;
  });
}
async function preview() {
  const { path, given } = split(), code = given.get("c") ?? path.match(/^\/c\/([12]\.[\w~-]+)/)?.[1];
  if (!code || code.length > 24_000) return;
  try {
    const list = document.createElement("ul");
    const found = code.startsWith("2.") ? { battlefield: [], steps: [] } : await opened(code);
    if (root.dataset.state !== "loading") return;
    const named = Object.fromEntries(found.battlefield.map((each) => [each.id, each.name ?? each.id]));
    const line = (text) => list.append(Object.assign(document.createElement("li"), { textContent: text.slice(0, 300) }));
    if (code.startsWith("2.")) said(written(code.slice(2))).forEach(line);
    for (const each of found.battlefield.slice(0, 60)) line(`${each.controller}: ${named[each.id]}${each.power !== undefined ? ` ${each.power}/${each.toughness}` : ""}`);
    for (const step of found.steps.slice(0, 20)) {
      if (step.attack) line(Object.entries(step.attack).map(([id, at]) => `${named[id] ?? id} attacks ${named[at] ?? at}`).join("; ") || "nothing attacks");
      if (step.block) line(Object.entries(step.block).map(([id, each]) => `${named[id] ?? id} blocks ${each.map((one) => named[one] ?? one).join(", ")}`).join("; ") || "nothing blocks");
    }
    const [verdict, ...rule] = (given.get("says") ?? "").split(".");
    const says = { legal: "Legal", illegal: "Not legal", undecided: "Undecided" }[verdict];
    const words = says ? `${says}${rule.length && rule[0] ? `, rule ${rule.join(".").slice(0, 20)}` : ""}, as the sender says. It is being checked here …` : "The referee is being loaded …";
    document.querySelector(".waiting").append(Object.assign(document.createElement("p"), { textContent: words, className: "waits" }), list);
  } catch { /* the referee will say what is wrong with it */ }
}

globalThis.declarant = { ask, timing: {} };
const missing = [["WebAssembly", "WebAssembly"], ["Worker", "workers"], ["DecompressionStream", "DecompressionStream"], ["CSSStyleSheet", "style sheets by script"]].filter(([name]) => !(name in globalThis)).map(([, what]) => what);
if (missing.length) fail(`This browser lacks ${missing.join(", ")}.`);
else {
  ruling.begin();
  preview();
  await go();
  restore().catch((error) => say(`What was kept couldn’t be read: ${error.message}`));
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.mjs", { type: "module" }).catch(() => {});
}
