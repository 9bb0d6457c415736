// Keeps the app's own files, so that it opens at once and without a network. Nothing of the API, of the sockets or of
// the configuration is ever kept or even looked at: balances, orders and prices come from the server or not at all.
const FILES = 'candor-files-1';
const PAGE = '/';
/** Files have their content's hash in their name, so old ones are only dead weight. */
const MAX_FILES = 150;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener('activate', (event) => {
  const others = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== FILES).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(others());
});

async function fileOf(request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  // a page in place of a file, as a network's login sends it, would stay for ever
  if (answer.ok && !(answer.headers.get('content-type') ?? '').startsWith('text/html')) {
    await cache.put(request, answer.clone());
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_FILES)).map((key) => cache.delete(key)));
  }
  return answer;
}

async function pageOf(request) {
  const cache = await caches.open(FILES);
  try {
    const answer = await fetch(request);
    // a file that is opened by itself, such as a contract's source, is not the app
    const isApp = (answer.headers.get('content-type') ?? '').startsWith('text/html');
    if (answer.ok && answer.type === 'basic' && isApp) await cache.put(PAGE, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(PAGE);
    if (kept === undefined) throw error;
    return kept;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/static/')) event.respondWith(fileOf(request));
  else if (request.mode === 'navigate' && !/^\/(api|docs|platform|ws|mqtt)(\/|$)/.test(url.pathname)) {
    event.respondWith(pageOf(request));
  }
});
