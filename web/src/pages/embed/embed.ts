/** The page in an embedded frame: loads the code for the address's model once the frame is visible. */
import { kUntrained, pageOf } from '../../settings/shared';

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

/** The code of each page's frame. */
const frames = {
  '': () => import('./embedded-trained'),
  'training.html': () => import('./embedded-training'),
  'model.html': () => import('./embedded-language'),
  'playground.html': () => import('./embedded-playground'),
};

function load(): void {
  observer.disconnect();
  void frames[page()]()
    .then(({ show }) => {
      removeEventListener('message', keep);
      show(early);
    })
    .catch(() => main.append(missing));
}

/**
 * The page whose state the address holds: with a seed, the training page; without a model, the playground. A model that
 * does not exist is refused by the frame of the models, which names them.
 */
function page(): keyof typeof frames {
  const settings = new URLSearchParams(location.hash.slice(1));
  const page = pageOf(settings.get('model') ?? kUntrained) ?? '';
  if (page === '' && settings.has('seed')) return 'training.html';
  return page as keyof typeof frames;
}

// Each page has its own code, so another page needs a reload.
const before = page();
addEventListener('hashchange', () => page() !== before && location.reload());
