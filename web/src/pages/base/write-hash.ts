/** Writes the state of a page to its address. */
import { endHere } from './undo-keys';

/**
 * `entry`: whether the browser's history gets a new entry. The state of an entry is the number of changes on this page up
 * to it, by which the undo keys know how far they may go.
 */
export function writeHash(hash: string, entry: 'same' | 'new' = 'same'): void {
  const address = `#${hash}`;
  // A change may leave the address as it is; an entry for it would make Back do nothing.
  const isNew = entry === 'new' && address !== location.hash;
  try {
    if (isNew) history.pushState(Number(history.state) + 1, '', address);
    else history.replaceState(history.state, '', address);
  } catch {
    // Some browsers allow only a hundred changes in 30 seconds: the next change writes the current address.
    // Some frames have no address of their own, so nothing is written.
    return;
  }
  if (isNew) endHere();
}
