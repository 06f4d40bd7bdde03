/** What the visitor has changed: a chip for each number, with the number as it was, undone alone or all together. */
import { html, nothing } from 'lit';
import { formatNumber } from '../../draw/format';
import type { Edit } from '../../model/edits';
import type { Words } from '../../words/words';

export interface ShownEdit {
  readonly edit: Edit;
  readonly name: string;
  /** The number as the model computes it without edits, if the edit replaces one number. */
  readonly before: number | undefined;
}

export function editChips(
  edits: readonly ShownEdit[],
  words: Words,
  { undo, undoAll }: { undo: (index: number) => void; undoAll: () => void },
) {
  const { story } = words;
  if (edits.length === 0) return nothing;
  return html`<ul class="chips" aria-label=${story.edits}>
      ${edits.map(
        ({ edit, name, before }, i) =>
          html`<li>
            <bdi>${name}</bdi>:
            ${
              before === undefined
                ? nothing
                : html`<s><span class="unseen">${story.was}</span>${formatNumber(before)}</s>`
            }
            ${edit.multiplies ? '× ' : ''}${formatNumber(edit.value)}
            <button type="button" class="plain-button" @click=${() => undo(i)}>
              ${story.undo}<span class="unseen">: ${name}</span>
            </button>
          </li>`,
      )}
    </ul>
    ${
      edits.length > 1
        ? html`<button type="button" class="plain-button" @click=${undoAll}>
            ${story.undoAll}
          </button>`
        : nothing
    }`;
}
