/** A number as the page writes it; a share that is less than 0.1% has the middle of what it may be. */
export function shownNumber(text: string): number {
  if (text === '−∞') return -Infinity;
  if (text.trim() === '< 0.1%') return 0.025;
  return Number(text.replaceAll('−', '-').replace('%', ''));
}
