/** After the page has drawn, keeps the site for visits without a network. The footer says so once it is complete. */

/** Milliseconds after the page has loaded: enough for it to draw first. */
const kDelay = 3000;

// A frame on another page does not count as a visit, and a sandboxed one may not even access `navigator.serviceWorker`.
if (import.meta.env.PROD && window === window.top && navigator.serviceWorker) {
  if (navigator.serviceWorker.controller) void sayIfKept();
  navigator.serviceWorker.addEventListener('controllerchange', keepWhatWasUsed);
  addEventListener('load', () => setTimeout(() => keep().catch(() => {}), kDelay));
}

async function keep(): Promise<void> {
  const { serviceWorker } = navigator;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  await serviceWorker.register('./service-worker.js');
  await serviceWorker.ready;
  await sayIfKept();
}

/**
 * The service worker keeps PyTorch's numbers only when a page requests them. On the first visit that was before the
 * worker controlled the page: request them again.
 */
function keepWhatWasUsed(): void {
  for (const { name } of performance.getEntriesByType('resource'))
    if (name.includes('/proof/'))
      fetch(name)
        .then((response) => response.blob())
        .catch(() => {});
}

/** The browser may have deleted the files. */
async function sayIfKept(): Promise<void> {
  const line = document.querySelector<HTMLElement>('[data-word=kept]');
  if (line) line.hidden = !(await caches.match('./index.html'));
}
export {};
