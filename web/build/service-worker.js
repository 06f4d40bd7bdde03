/**
 * Keeps the site for visits without a network. keep-site.mjs writes `version` and `files` in front of it:
 * for each file of this version its path, and the beginning of the SHA-256 of its bytes in base64.
 *
 * A version is kept whole in its own cache, or not at all; large files that few visits need are added when a page uses
 * them. With a network, every file comes from the server, except those with a hash in their names, which never change.
 * Without one, every file comes from the one version kept. It answers no other requests: not to other origins, nor for
 * MiniLM, which its page keeps when a visitor opens it.
 */
/* global version, files, clients, registration */
const { scope } = registration;
/** The scope tells apart the caches of several copies of the lab on one origin. */
const kCaches = `attention-lab ${scope} `;
const kCache = kCaches + version;

/** A file whose name has a hash of its content. */
const isFixed = (path) => path.startsWith('assets/');
/** PyTorch's numbers, and the offline file: together larger than all the rest. */
const isKeptWhenUsed = (path) => /^proof\/|^attention-lab\.html$/.test(path);

addEventListener('install', (event) => event.waitUntil(keepAll()));
addEventListener('activate', (event) => event.waitUntil(takeOver()));
addEventListener('fetch', (event) => {
  const path = pathOf(event.request);
  if (path) event.respondWith(isFixed(path) ? keptFirst(path, event) : networkFirst(path, event));
});

async function keepAll() {
  const keep = async (path) => {
    const older = isFixed(path) ? await caches.match(urlOf(path)) : undefined;
    await put(path, older ?? (await fetched(path)));
  };
  const paths = Object.keys(files).filter((path) => !isKeptWhenUsed(path));
  const isPage = (path) => path.endsWith('.html');
  // Pages come first: some hosts modify them. Then the version cannot be kept, and nothing else has to be loaded.
  for (const part of [paths.filter(isPage), paths.filter((path) => !isPage(path))]) {
    const failed = (await Promise.allSettled(part.map(keep))).find(({ reason }) => reason);
    if (!failed) continue;
    await caches.delete(kCache);
    throw failed.reason;
  }
}

const urlOf = (path) => new URL(path, scope).href;
const fetched = (path) =>
  fetch(urlOf(path), { cache: isFixed(path) ? 'default' : 'no-cache', priority: 'low' });

/**
 * Refuses files of another version: a server may be in the middle of an update, or send a page for a missing file.
 */
async function put(path, response) {
  const bytes = await response.arrayBuffer();
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  if (!btoa(String.fromCharCode(...new Uint8Array(digest))).startsWith(files[path]))
    throw new Error(`expected ${path} of version ${version}, got another`);
  // Copy the response: some hosts redirect, and browsers refuse a redirected response for a page.
  const headers = new Headers();
  for (const name of ['content-type', 'content-security-policy'])
    if (response.headers.has(name)) headers.set(name, response.headers.get(name));
  await (await caches.open(kCache)).put(urlOf(path), new Response(bytes, { headers }));
}

/** Called when no page of the previous version is open. */
async function takeOver() {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(kCaches) && name !== kCache,
  );
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
}

/** The path of a file of this version, under `scope`. */
function pathOf({ method, url }) {
  if (method !== 'GET' || !url.startsWith(scope)) return undefined;
  const path = url.slice(scope.length).replace(/[?#].*/, '') || 'index.html';
  return [path, `${path}.html`].find((name) => Object.hasOwn(files, name));
}

/** Searches all caches: a version that is waiting may have the file too. */
const keptFirst = async (path, { request }) => (await caches.match(urlOf(path))) ?? fetch(request);

/** Without `navigationPreload`: if the server does not answer it, Firefox shows an error page. */
async function networkFirst(path, event) {
  const kept = async () => (await caches.open(kCache)).match(urlOf(path));
  try {
    const response = await fetch(event.request);
    if (response.ok && isKeptWhenUsed(path))
      event.waitUntil(put(path, response.clone()).catch(() => undefined));
    // Treat an error of the server like a missing network.
    return response.status < 500 ? response : ((await kept()) ?? response);
  } catch (error) {
    const copy = await kept();
    if (!copy) throw error;
    return copy;
  }
}
