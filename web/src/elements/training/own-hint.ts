/** Below the field for one's own example: what it is for, or why it cannot be read, and a way to the words that can. */
import { html, nothing } from 'lit';
import { messageOf } from '../../words/refusal';
import type { Words } from '../../words/words';

interface OwnHint {
  readonly problem: Error | undefined;
  readonly hint: string;
  /** The summary of the list of known words. */
  readonly list: string;
}

export function ownHint({ problem, hint, list }: OwnHint, words: Words) {
  return html`<p
      id="own-hint"
      class=${problem ? 'problem' : 'muted'}
      role=${problem ? 'alert' : nothing}
    >
      ${problem ? messageOf(problem)(words) : hint}
    </p>
    ${problem ? html`<button type="button" class="plain known" @click=${openList}>${list}</button>` : nothing}`;
}

/** The list is in the same section. */
function openList({ currentTarget }: Event): void {
  const list = (currentTarget as Element).closest('section')!.querySelector('details')!;
  list.open = true;
  list.querySelector('summary')!.focus();
}
