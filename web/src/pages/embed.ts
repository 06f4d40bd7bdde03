/** The page for frames: waits until it is seen, then loads what its address asks for. */
const main = document.querySelector('main')!;
const missing = document.querySelector('#missing')!;
missing.remove();

const observer = new IntersectionObserver((entries) => {
  if (!entries.some((entry) => entry.isIntersecting)) return;
  observer.disconnect();
  void import('./embedded').then(({ show }) => show()).catch(() => main.append(missing));
});
observer.observe(document.documentElement);
