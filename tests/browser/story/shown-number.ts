/** Reads a number that the page displays; "less than 0.1%" becomes the middle of its range. */
export function shownNumber(text: string): number {
  if (text === '−∞') return -Infinity;
  if (text.trim() === '< 0.1%') return 0.025;
  return Number(text.replaceAll('−', '-').replace('%', ''));
}
