/** The editor of the chosen numbers: one number, or all numbers of a row, a column or a matrix. */
import { html, nothing } from 'lit';
import { formatNumber } from '../../../draw/format';
import { placeKey, type EditPlace, type NumberChange } from '../../../model/edits/edits';
import type { Words } from '../../../words/words';
import type { NumberEntry } from './number-editor';
import './number-editor';

export const scopes = ['cell', 'row', 'column', 'all'] as const;
export type Scope = (typeof scopes)[number];

/** The last two axes of an index are a row and a column. */
export function withScope({ index, ...field }: EditPlace, scope: Scope): EditPlace {
  const wide = [...index];
  const [row, column] = [index.length - 2, index.length - 1];
  if (scope === 'column' || scope === 'all') wide[row] = null;
  if (scope === 'row' || scope === 'all') wide[column] = null;
  return { ...field, index: index.length < 2 && scope !== 'cell' ? [null] : wide };
}

function scopeOf({ index }: EditPlace): Scope {
  const [row, column] = [index.at(-2), index.at(-1)];
  if (index.length < 2) return column === null ? 'all' : 'cell';
  return row === null ? (column === null ? 'all' : 'column') : column === null ? 'row' : 'cell';
}

export interface EditorProps {
  readonly active: EditPlace;
  readonly name: string;
  /** Undefined for many numbers, which are `count`. */
  readonly value: number | undefined;
  readonly count: number;
  /** The increment of the arrow keys. */
  readonly step: number;
  readonly isEdited: boolean;
  /** Whether its gradients can be requested, and whether they are shown. */
  readonly canAsk: boolean;
  readonly showsGradients: boolean;
  /** If the number's gradients are near 0: another number to ask for. */
  readonly steeper: { readonly field: string; readonly ask: () => void } | undefined;
  /** Whether its numbers may be changed: a probability only follows. */
  readonly isReadOnly: boolean;
  /** Whether its numbers change in every example. */
  readonly isShared: boolean;
  /** If the number is a product: the numbers to change instead. */
  readonly factors: readonly { readonly name: string; readonly lead: () => void }[];
  readonly words: Words;
  /** Counts the changes from elsewhere. */
  readonly revision: number;
  readonly change: (edit: NumberChange) => void;
  readonly type: (edit: NumberChange) => void;
  readonly end: (entry: NumberEntry) => void;
  readonly undo: () => void;
  readonly close: () => void;
  readonly widen: (scope: Scope) => void;
  readonly ask: () => void;
  readonly finish: () => void;
}

export function storyEditor(props: EditorProps) {
  const { active, words, value } = props;
  const { story } = words;
  return html`<div class="editor" role="group" aria-label=${story.value}>
    ${
      props.isReadOnly
        ? html`<bdi>${props.name}</bdi>
            ${value === undefined ? nothing : formatNumber(value)}${factors(props)}`
        : html`<attention-number-editor
            title=${placeKey(active)}
            label=${props.name}
            .value=${value}
            several=${story.count(props.count)}
            .step=${props.step}
            .revision=${props.revision}
            ?edited=${props.isEdited}
            @attention-number=${(event: CustomEvent<NumberChange>) => props.change(event.detail)}
            @attention-number-typed=${(event: CustomEvent<NumberChange>) => props.type(event.detail)}
            @attention-number-end=${(event: CustomEvent<NumberEntry>) => props.end(event.detail)}
            @attention-number-undo=${props.undo}
            @attention-number-done=${props.close}
          ></attention-number-editor>`
    }
    ${active.field === 'weights' && !props.isReadOnly ? html`<p class="shared">${story.fromZeroToOne}</p>` : nothing}
    ${props.isShared && !props.isReadOnly ? html`<p class="shared">${story.inEveryExample}</p>` : nothing}
    <div class="tools">
      ${props.isReadOnly ? nothing : scopeChoice(active, props)}
      ${
        props.canAsk
          ? html`<button type="button" class="plain-button" @click=${props.ask}>
              ${props.showsGradients ? story.stopRaise : story.raise}
            </button>`
          : nothing
      }
      <button type="button" class="plain-button" @click=${props.finish}>${story.done}</button>
    </div>
    ${steeper(props)}
  </div>`;
}

/** Says that the shown gradients are close to 0, and offers those of a better number. */
function steeper({ steeper, words: { story } }: EditorProps) {
  if (!steeper) return nothing;
  return html`<p class="shared" role="status">${story.flat}</p>
    <button type="button" class="plain-button" @click=${steeper.ask}>
      ${story.steeper(steeper.field)}
    </button>`;
}

function factors({ factors, words: { story } }: EditorProps) {
  if (factors.length === 0) return nothing;
  return html`<p class="factors">${story.product}</p>
    <div class="tools">
      ${factors.map(
        ({ name, lead }) =>
          html`<button type="button" class="plain-button" @click=${lead}>
            <bdi>${name}</bdi>
          </button>`,
      )}
    </div>`;
}

/** A vector is one row. */
function scopeChoice(active: EditPlace, { words, widen }: EditorProps) {
  const { story } = words;
  const isVector = active.index.length < 2;
  const chosen = scopeOf(active);
  return html`<label class="choice"
    >${story.scope}
    <select @change=${(event: Event) => widen((event.target as HTMLSelectElement).value as Scope)}>
      ${scopes
        .filter((scope) => !isVector || scope === 'cell' || scope === 'all')
        .map(
          (scope) =>
            html`<option value=${scope} .selected=${scope === chosen}>
              ${story.scopes[scope]}
            </option>`,
        )}
    </select>
  </label>`;
}
