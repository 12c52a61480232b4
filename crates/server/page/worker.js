// Lets the page open without a network. The shell is kept when it is first seen; games need the server, and are never
// answered from here.

/** @typedef {{ respondWith(answer: Promise<Response>): void, request: Request }} Fetching */
/** @typedef {{ waitUntil(work: Promise<unknown>): void }} Living */
/** @typedef {{ url: string, focus(): Promise<unknown> }} Tab */
/**
 * @typedef {{ matchAll(of: { type: 'window', includeUncontrolled: boolean }): Promise<Tab[]>,
 *   openWindow(path: string): Promise<unknown> }} Clients
 */

const KEPT = 'numberline-VERSION';
const SHELL = ['/', '/assets/app.css', '/assets/app.js', '/assets/parts.js', '/assets/icon.svg',
  '/assets/site.webmanifest'];
// What can be read without a network.
const READING = ['/api/games', '/api/players', '/api/lessons'];

addEventListener('install', (event) => {
  const living = /** @type {Living} */ (/** @type {unknown} */ (event));
  living.waitUntil(fill());
  /** @type {{ skipWaiting(): Promise<void> }} */ (/** @type {unknown} */ (self)).skipWaiting();
});

addEventListener('activate', (event) => {
  const living = /** @type {Living} */ (/** @type {unknown} */ (event));
  living.waitUntil(
    caches.keys().then((names) =>
      Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))
    ),
  );
});

addEventListener('fetch', (event) => {
  const fetching = /** @type {Fetching} */ (/** @type {unknown} */ (event));
  const { request } = fetching;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') fetching.respondWith(fetch(request).catch(() => kept('/', request)));
  else if (pathname.startsWith('/assets/')) fetching.respondWith(asset(request));
  else if (!search && isReading(pathname)) fetching.respondWith(fresh(request));
});

// A click on a notification leads to its game.
addEventListener('notificationclick', (event) => {
  const { notification } = /** @type {{ notification: Notification }} */ (/** @type {unknown} */ (event));
  notification.close();
  /** @type {Living} */ (/** @type {unknown} */ (event)).waitUntil(lead(notification.tag));
});

/** @param {string} path */
async function lead(path) {
  const clients = /** @type {Clients} */ (/** @type {unknown} */ (Reflect.get(self, 'clients')));
  // A window that was open before this worker is not controlled by it.
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = open.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : clients.openWindow(path));
}

async function fill() {
  const shelf = await caches.open(KEPT);
  await shelf.addAll(SHELL);
  // Without these the page still opens.
  const games = await fetch('/api/games').then((answer) => answer.json(), () => []);
  const rules = games.map((/** @type {{ slug: string }} */ { slug }) => `/api/games/${slug}/rules`);
  await Promise.allSettled([...READING, ...rules].map((path) => shelf.add(path)));
}

/** @param {string} path */
function isReading(path) {
  return READING.includes(path) || /^\/api\/games\/[\w-]+\/rules$/.test(path);
}

/**
 * @param {string | Request} path
 * @param {Request} request
 */
async function kept(path, request) {
  return (await caches.match(path)) ?? fetch(request);
}

/**
 * A file's name changes with its content, so the one that is kept is the right one.
 * @param {Request} request
 */
function asset(request) {
  return kept(request, request);
}

/**
 * The server's answer, or else the last one.
 * @param {Request} request
 */
async function fresh(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(KEPT)).put(request, answer.clone()).catch(() => {});
    return answer;
  } catch (error) {
    const known = await caches.match(request);
    if (known) return known;
    throw error;
  }
}
