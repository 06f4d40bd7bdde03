/** `entry`: whether the browser's history gets a new entry. */
export function writeHash(hash: string, entry: 'same' | 'new' = 'same'): void {
  try {
    if (entry === 'new') history.pushState(null, '', `#${hash}`);
    else history.replaceState(null, '', `#${hash}`);
  } catch {
    // Some browsers allow only a hundred changes in 30 seconds: the next change writes the current address.
    // Some frames have no address of their own, so nothing is written.
  }
}
