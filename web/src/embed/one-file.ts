/** The one file with a state of its own: what it shows when its address says nothing. */
import '../words/add-later';
import { Refusal } from '../words/refusal';

const place = /<meta name="attention-state" content="[^"]*"\s*\/?>/;

/** `hash` without `#`. Throws when the file has no place for it. */
export function withState(file: string, hash: string): string {
  if (!place.test(file)) throw new Refusal(({ embed }) => embed.notTheFile);
  const content = hash.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  return file.replace(place, () => `<meta name="attention-state" content="${content}" />`);
}
