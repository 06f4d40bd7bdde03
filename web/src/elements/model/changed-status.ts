/** The note on the first screen that the model is changed, with a button to undo it. Loads with the first change. */
import { html } from 'lit';
import { asLearned } from '../../model/model-state';
import type { Words } from '../../words/words';
import type { ModelSession } from './model-session';

export { changedStyles } from './changed.styles';
export { listedChanges } from './listed-changes';

/**
 *   count  of the changes
 *   chips  where each is named, if that is shown
 */
export function changedStatus(
  session: ModelSession,
  count: number,
  chips: HTMLElement | null,
  { changes }: Words,
) {
  const text = changes.count(count);
  const lead = () => {
    chips!.scrollIntoView({ block: 'center' });
    chips!.focus({ preventScroll: true });
  };
  return html`<p class="is-changed">
    ${chips ? html`<button type="button" class="plain" @click=${lead}>${text}</button>` : html`<span>${text}</span>`}
    <button
      type="button"
      class="plain"
      @click=${() => {
        session.change(asLearned(session.state));
        // This button disappears: move the focus.
        chips?.focus({ preventScroll: true });
      }}
    >
      ${changes.undoAll}
    </button>
  </p>`;
}
