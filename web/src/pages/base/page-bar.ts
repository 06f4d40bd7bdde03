/** The page's bar: the choice of a theme, which the browser keeps for all pages of the site; see public/theme.js. */
const kKey = 'attention-theme';

/** Pixels that stay in sight before the link of this page. */
const kEdge = 40;

const { dataset } = document.documentElement;
const list = document.querySelector<HTMLSelectElement>('#theme')!;

function show(theme: string): void {
  if (theme) dataset['theme'] = theme;
  else delete dataset['theme'];
  list.value = theme;
}

list.value = dataset['theme'] ?? '';
list.addEventListener('change', () => {
  show(list.value);
  try {
    localStorage.setItem(kKey, list.value);
  } catch {
    // Storage is blocked or full: the choice lasts as long as the page.
  }
});
// Chosen in another tab.
addEventListener('storage', ({ key, newValue }) => {
  if (key === kKey && /^(light|dark|)$/.test(newValue ?? '')) show(newValue ?? '');
});

// On a phone the links are on one line that scrolls.
const current = document.querySelector<HTMLElement>('.bar [aria-current]');
if (current) {
  const links = current.parentElement!;
  // Links change their widths with the language and when the typeface arrives.
  const observer = new ResizeObserver(() => (links.scrollLeft = current.offsetLeft - kEdge));
  for (const link of links.children) observer.observe(link);
}
