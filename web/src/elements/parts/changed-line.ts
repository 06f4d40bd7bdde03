/** "Changed: 2 · Undo all", in the first screen of a page whose model is changed. */
import { html } from 'lit';
import '../../words/add-changes';
import type { Words } from '../../words/words';

/** `show`: scrolls to the list of changes, if there is one. */
export function changedLine(
  count: number,
  show: (() => void) | null,
  undo: () => void,
  { changes }: Words,
) {
  const text = changes.count(count);
  return html`<p class="is-changed">
    ${show ? html`<button type="button" class="plain" @click=${show}>${text}</button>` : html`<span>${text}</span>`}
    <button type="button" class="plain" @click=${undo}>${changes.undoAll}</button>
  </p>`;
}
