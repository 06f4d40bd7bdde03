// The theme that the reader has chosen on any page of this site, before the first paint.
try {
  const theme = localStorage.getItem('attention-theme');
  if (/^(light|dark)$/.test(theme)) document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the theme of the system.
}
