/**
 * `<attention-part-number>`: a field for one of several parts of a tensor, counted from 1, with the index that code uses
 * beside it. A refused number stays in it, beside what is expected, and the part stays as it was.
 */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { integer } from '../../settings/row';
import { refusalOf, type TranslatedMessage } from '../../words/refusal';
import { define } from '../base/define';
import { sender } from '../base/sender';
import { WordedElement } from '../base/worded';
import { problemLine } from '../parts/problem-line';
import { fileStyles } from './files.styles';

export type PartEvent = CustomEvent<{ readonly index: number }>;

const partStyles = css`
  :host {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
    align-items: center;
    margin: 0;
  }
  p {
    margin: 0;
  }
`;

const send = sender<{ 'attention-part': { readonly index: number } }>({ bubbles: true });

/** @fires {CustomEvent<{ index: number }>} attention-part - the visitor chooses another part */
export class AttentionPartNumber extends WordedElement {
  static override styles = [fileStyles, partStyles];

  @property() label = '';
  /** From 0. */
  @property({ type: Number }) index = 0;
  @property({ type: Number }) count = 1;
  /** What has the parts. A refused number goes when this is another object; nothing else is read of it. */
  @property({ attribute: false }) owner: unknown;
  /** The part in code: `attn[2]`. */
  @property() code = '';
  @state() private refused: { readonly text: string; readonly why: TranslatedMessage } | null =
    null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('count') || changed.has('owner')) this.refused = null;
  }

  protected override render() {
    const { index, refused } = this;
    return html`<label
        >${this.label}<input
          type="number"
          min="1"
          max=${this.count}
          aria-invalid=${refused !== null}
          aria-describedby=${refused ? 'problem' : nothing}
          .value=${refused?.text ?? String(index + 1)}
          @change=${(event: Event) => this.#choose(event.target as HTMLInputElement)} /></label
      ><code>${this.code}</code
      >${refused ? problemLine(refused.why(this.words), 'problem') : nothing}`;
  }

  #choose(field: HTMLInputElement): void {
    const text = field.value;
    try {
      const number = integer(1, this.count).parse('', text);
      field.value = String(number);
      this.refused = null;
      send(this, 'attention-part', { index: number - 1 });
    } catch (error) {
      this.refused = { text, why: refusalOf(error).translate };
    }
  }
}

define('attention-part-number', AttentionPartNumber);

/** The indices of the i-th part over these leading axes. */
export function indicesOf(extents: readonly number[], i: number): number[] {
  const indices: number[] = [];
  for (const extent of [...extents].reverse()) {
    indices.unshift(i % extent);
    i = Math.floor(i / extent);
  }
  return indices;
}
