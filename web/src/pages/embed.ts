/** The page in an embedded frame: loads the playground, or the model that the address names, once the frame is visible. */
import { pageOf } from '../description';

const main = document.querySelector('main')!;
const missing = document.querySelector('#missing')!;
missing.remove();

/** Milliseconds that the frame must stay visible, so that frames that scroll past do not load. */
const kVisible = 100;
let timer: ReturnType<typeof setTimeout> | undefined;

const observer = new IntersectionObserver((entries) => {
  clearTimeout(timer);
  if (entries.at(-1)!.isIntersecting) timer = setTimeout(load, kVisible);
});
observer.observe(document.documentElement);

/** The latest messages of the host page, until the lab has loaded. */
const kMaxKept = 16;
const early: MessageEvent[] = [];
function keep(event: MessageEvent): void {
  early.push(event);
  if (early.length > kMaxKept) early.shift();
}
addEventListener('message', keep);

function load(): void {
  observer.disconnect();
  const part = isTrained() ? import('./embedded-trained') : import('./embedded');
  void part
    .then(({ show }) => {
      removeEventListener('message', keep);
      show(early);
    })
    .catch(() => main.append(missing));
}

/** Whether the address names a model of the first page. */
function isTrained(): boolean {
  const model = new URLSearchParams(location.hash.slice(1)).get('model');
  return model !== null && pageOf(model) === '';
}

// The code of one does not show the other.
const before = isTrained();
addEventListener('hashchange', () => isTrained() !== before && location.reload());
