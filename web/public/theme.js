// Sets the theme that the reader has chosen on any page of this site, before the first paint.
try {
  const theme = localStorage.getItem('attention-theme');
  if (/^(light|dark)$/.test(theme)) document.documentElement.dataset.theme = theme;
} catch {
  // If storage is blocked, keep the theme of the system.
}
