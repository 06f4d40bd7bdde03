/** Loads the code that draws old numbers. */
import type { LitElement } from 'lit';
import type { Words } from '../../words/words';
import type { ShownRows } from './ghosts';

type Ghosts = typeof import('./ghosts');

let loaded: Ghosts | undefined;

/** Undefined until they have loaded: then the element draws again. */
export function ghostsOf(host: LitElement): Ghosts | undefined {
  if (loaded) loaded.adoptStyles(host.shadowRoot!);
  else
    import('./ghosts')
      .then((ghosts) => {
        loaded = ghosts;
        host.requestUpdate();
      })
      .catch(() => {
        // Without a network the next change tries again.
      });
  return loaded;
}

/** The ghosts of a sentence's arcs, once something is changed in one of its layers. */
export const arcGhosts = (host: LitElement, shown: ShownRows, color: string, words: Words) =>
  shown.layers.some(({ before }) => before)
    ? ghostsOf(host)?.arcGhosts(shown, color, words)
    : undefined;
