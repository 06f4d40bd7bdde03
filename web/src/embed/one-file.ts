/** Writes a state into a copy of the offline file, which uses it when its address contains none. */
import '../words/add-later';
import { Refusal } from '../words/refusal';

const stateElement = /<meta name="attention-state" content="[^"]*"\s*\/?>/;

/** `hash` without `#`. Throws if the file has no element for the state. */
export function withState(file: string, hash: string): string {
  if (!stateElement.test(file)) throw new Refusal(({ embed }) => embed.notTheFile);
  const content = hash.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  return file.replace(stateElement, () => `<meta name="attention-state" content="${content}" />`);
}
