// Keeps every file after the first visit: one cache, named by version, replaced whole.
const NAME = "declarant-files-" + new URL(registration.scope).pathname + "@VERSION@", FILES = @FILES@;
const OURS = "declarant-files-" + new URL(registration.scope).pathname;
addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const each of await caches.keys()) if (each.startsWith(OURS) && each.slice(OURS.length).length === 12 && each !== NAME) await caches.delete(each);
  await clients.claim();
})()));
addEventListener("fetch", (event) => event.respondWith((async () => {
  const cache = await caches.open(NAME);
  return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
})()));
