/** Calls back when the page may have become light or dark: by the system, or by an attribute of its root. */
const listeners = new Set<() => void>();
const changed = () => listeners.forEach((listener) => listener());
const system = matchMedia('(prefers-color-scheme: dark)');
const root = new MutationObserver(changed);

export function watchColorScheme(listener: () => void): void {
  if (listeners.size === 0) {
    system.addEventListener('change', changed);
    root.observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] });
  }
  listeners.add(listener);
}

export function unwatchColorScheme(listener: () => void): void {
  listeners.delete(listener);
  if (listeners.size > 0) return;
  system.removeEventListener('change', changed);
  root.disconnect();
}
