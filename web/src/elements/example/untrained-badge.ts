/** The badge beside the heading of a view whose numbers come from random parameters. */
import { html, nothing } from 'lit';
import type { Words } from '../../words/words';

export function untrainedBadge(isTrained: boolean, { lab }: Words) {
  return isTrained ? nothing : html`<span class="badge">${lab.untrained}</span>`;
}
