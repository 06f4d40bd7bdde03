/** The page for frames: waits until it is seen, then loads what its address asks for. */
const main = document.querySelector('main')!;
const missing = document.querySelector('#missing')!;
missing.remove();

/** Where many frames scroll past, those that do not stay are not loaded. */
const kStay = 100;
let stay: ReturnType<typeof setTimeout> | undefined;

const observer = new IntersectionObserver((entries) => {
  clearTimeout(stay);
  if (entries.at(-1)!.isIntersecting) stay = setTimeout(load, kStay);
});
observer.observe(document.documentElement);

/** What the page around has said meanwhile, the newest of it. */
const kMaxKept = 16;
const early: MessageEvent[] = [];
function keep(event: MessageEvent): void {
  early.push(event);
  if (early.length > kMaxKept) early.shift();
}
addEventListener('message', keep);

function load(): void {
  observer.disconnect();
  void import('./embedded')
    .then(({ show }) => {
      removeEventListener('message', keep);
      show(early);
    })
    .catch(() => main.append(missing));
}
