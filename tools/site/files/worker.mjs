// Pyodide and the application of `serve`, called by ASGI. After the first boot the memory is kept: the next one starts from it.
import real from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";
const SITE = "/lib/python3.14/site-packages/", CORE = SITE + "pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so";
const OURS = "declarant-memory-", VERSION = OURS + "@VERSION@";
// The journal and the index of cards, where the visitor wants them kept.
const YOURS = "declarant-yours-" + new URL(".", location.href).pathname;
let keeping = false;
const began = performance.now(), timing = {};
const mark = (name, from) => (timing[name] = Math.round(performance.now() - from));
// All is asked for at once; who needs it says what is missing.
const asURL = async (found) => URL.createObjectURL(await (await found).blob());
const core = asURL(plain("core.so.gz")), stdlib = asURL(plain("stdlib.zip.gz")), site = got("site.tar.zst").then((found) => found.arrayBuffer());
for (const each of [core, stdlib, site]) each.catch(() => {});
let python, unkept;  // the cache in which the memory is to be kept
// Messages that come before Python is there wait: the listener stands before anything is awaited.
const ready = boot();
let last = ready.then(() => postMessage({ ready: timing }), (error) => {
  postMessage({ failed: String(error?.message ?? error).slice(-600) });
  return new Promise(() => {});  // nothing is answered then
});
onmessage = ({ data }) => { last = last.then(() => answer(data)); };

async function got(name) {
  let found;
  try { found = await fetch(name); } catch (error) { throw new Error(`${name} couldn't be loaded (${error.message})`); }
  if (!found.ok) throw new Error(`${name} couldn't be loaded (status ${found.status})`);
  return found;
}
// Archives are gzip that the page undoes: no host has to compress.
async function plain(name) { return new Response((await got(name)).body.pipeThrough(new DecompressionStream("gzip"))); }

// The shared library is loaded before Python starts, so that it lies at the same address each time; a memory that is larger than
// the first is made room for.
async function started(settings) {
  const found = settings.locateFile;
  settings.dynamicLibraries = [CORE];
  const library = await core;
  settings.locateFile = (path, ...more) => (path === CORE ? library : found ? found(path, ...more) : path);
  const module = await instantiated(settings);
  if (settings.INITIAL_MEMORY) module._emscripten_resize_heap(settings.INITIAL_MEMORY);
  return module;
}
// Pyodide waits for ever where its WebAssembly doesn't come whole; the first that is instantiated is that.
function instantiated(settings) {
  const { instantiateStreaming } = WebAssembly;
  return new Promise((done, failed) => {
    WebAssembly.instantiateStreaming = async (...given) => {
      Object.assign(WebAssembly, { instantiateStreaming });
      try { return await instantiateStreaming(...given); } catch (error) {
        failed(new Error(`pyodide.asm.wasm couldn't be loaded (${error.message})`));
        throw error;
      }
    };
    real(settings).then(done, failed);
  });
}
async function opened() {
  try {  // only pages from https or this machine may keep something
    for (const each of await caches.keys()) if (each.startsWith(OURS) && each !== VERSION) await caches.delete(each);
    return await caches.open(VERSION);
  } catch { return undefined; }
}
async function loaded(memory) {
  const options = { indexURL: "./", stdLibURL: await stdlib, createPyodideModule: started, env: { PYDANTIC_DISABLE_PLUGINS: "__all__", HOME: "/home/pyodide" } };
  if (memory) options._loadSnapshot = new Uint8Array(memory); else options._makeSnapshot = true;
  const from = performance.now();
  python = await loadPyodide(options);
  mark("boot", from);
}
async function boot() {
  const cache = await opened();
  let memory = await (await cache?.match("memory"))?.arrayBuffer().catch(() => undefined);
  mark("memory read", began);
  try { await loaded(memory); } catch (error) {
    if (!memory) throw error;
    memory = undefined;  // what was kept is of no use: from the beginning
    await cache.delete("memory").catch(() => {});
    await loaded();
  }
  let from = performance.now();
  unpack(new Uint8Array(await site));  // files aren't in the memory: what isn't imported yet, and templates
  mark("unpack", from);
  from = performance.now();
  if (memory) timing.kept = memory.byteLength; else {
    python.runPython("import gc; gc.disable()\nfrom declarant.tools.site import inside\ngc.freeze(); gc.enable()");  // all of it stays
    unkept = cache;
  }
  mark("import", from);
  mark("all", began);
  timing.memory = python._module.HEAP8.length;
}
// Files of a tar, without Python's objects of each.
function unpack(packed) {
  const { FS } = python, letters = new TextDecoder(), folders = new Set();
  FS.writeFile("/site.tar.zst", packed);
  python.runPython("from compression import zstd; open('/site.tar', 'wb').write(zstd.open('/site.tar.zst').read())");
  const tar = FS.readFile("/site.tar");
  for (const path of ["/site.tar.zst", "/site.tar"]) FS.unlink(path);
  const field = (from, size) => letters.decode(tar.subarray(from, from + size)).split("\0")[0];
  for (let at = 0; at < tar.length && tar[at];) {
    const prefix = field(at + 345, 155), path = SITE + (prefix && prefix + "/") + field(at, 100), size = parseInt(field(at + 124, 12), 8);
    const folder = path.replace(/\/[^/]*$/, "");
    if (!folders.has(folder)) { FS.mkdirTree(folder); folders.add(folder); }
    FS.writeFile(path, tar.subarray(at + 512, at + 512 + size), { canOwn: true });
    at += 512 * (1 + Math.ceil(size / 512));
  }
}
// A memory can be kept as long as Python holds nothing of JavaScript: so the first page is answered without waiting for anything.
function first(asked) {
  const [status, headers, body] = JSON.parse(python.runPython(`inside.first(${JSON.stringify(JSON.stringify(asked))})`));
  return { status, headers, body };
}
// After the first page the memory is kept, with what the next ruling needs.
function remember(cache) {
  try {
    const from = performance.now();
    python.runPython("inside.warm(); gc.collect(); gc.freeze()");
    const made = python.makeMemorySnapshot();
    mark("snapshot", from);
    cache.put("memory", new Response(made)).then(() => { timing.kept = made.length; postMessage({ ready: timing }); }, () => {});
  } catch { /* it isn't kept, then */ }
}
function firstly(from) {
  if (timing.first !== undefined) return;
  mark("first", from);
  postMessage({ ready: timing });
}
async function answer({ id, method, target, headers, body, address, seconds, files, held, hold, keep, restore }) {
  const from = performance.now(), cache = unkept;
  unkept = undefined;
  try {
    if (cache && method === "GET") {
      postMessage({ id, ...first({ target, headers, address }) });
      firstly(from);
      return remember(cache);
    }
    if (files) return postMessage({ id, ...await taken(files) });
    if (held) { const found = holding(); return postMessage({ id, held: found }, found.map(([, bytes]) => bytes.buffer)); }
    if (hold) { python.globals.get("inside").search(progress); return postMessage({ id, taken: holds(hold) }); }
    if (keep !== undefined) return postMessage({ id, kept: await kept(keep) });
    if (restore) return postMessage({ id, ...await restored() });
    if (seconds) python.runPython(`inside.answers.allow(${Number(seconds)})`);
    const inside = python.globals.get("inside"), given = python.toPy(headers), sent = python.toPy(new TextEncoder().encode(body));
    const made = await inside.answer(method, target, given, sent, address);
    const [status, returned, bytes] = made.toJs({ dict_converter: Object.fromEntries });
    const answered = { id, status, headers: returned, body: new TextDecoder().decode(bytes), took: performance.now() - from, memory: python._module.HEAP8.length };
    for (const each of [inside, given, sent, made]) each.destroy?.();
    postMessage(answered);
    firstly(from);
  } catch (error) { postMessage({ id, error: String(error?.message ?? error).slice(-600) }); }
}
// Files are read where they are, piece by piece: a log may be larger than the memory.
async function taken(files) {
  const { FS } = python;
  FS.mkdirTree("/dropped");
  FS.mount(FS.filesystems.WORKERFS, { files }, "/dropped");
  try {
    const found = take(files.map((each) => "/dropped/" + each.name));
    return { taken: found, ...(keeping && { kept: await kept(true) }) };
  } finally { FS.unmount("/dropped"); }
}
const progress = (text) => postMessage({ progress: text });
function take(paths) {
  const made = taking().taken(paths, progress), found = made.toJs({ dict_converter: Object.fromEntries });
  made.destroy();
  return found;
}
const taking = () => python.pyimport("declarant.tools.site.taking");
// What is held: the journal and the index of cards, as files.
function holding() {
  const held = taking().HELD.toJs();
  return held.filter((path) => python.FS.analyzePath(path).exists).map((path) => [path, python.FS.readFile(path)]);
}
function holds(found) {
  for (const [path, bytes] of found) {
    python.FS.mkdirTree(path.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(path, bytes);
  }
  return take([]);
}
// Bytes that are kept, or 0 where nothing is to be.
async function kept(wanted) {
  keeping = wanted;
  if (!wanted) { await caches.delete(YOURS); return 0; }
  const cache = await caches.open(YOURS);
  let size = 0;
  for (const [path, bytes] of holding()) { await cache.put(encodeURIComponent(path), new Response(bytes)); size += bytes.length; }
  return size;
}
async function restored() {
  keeping = await caches.has(YOURS).catch(() => false);
  if (!keeping) return {};
  const cache = await caches.open(YOURS), found = [];
  for (const each of await cache.keys()) found.push([decodeURIComponent(each.url.split("/").at(-1)), new Uint8Array(await (await cache.match(each)).arrayBuffer())]);
  return { restored: holds(found) };
}
