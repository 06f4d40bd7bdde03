/**
 * `<attention-part-number>`: a field for one of several parts of a tensor, counted from 1, with the index that code uses
 * beside it. A refused number stays in it, beside what is expected, and the part stays as it was.
 */
import { css, html } from 'lit';
import { property } from 'lit/decorators.js';
import { integer } from '../../settings/row';
import { define } from '../base/define';
import { sender } from '../base/sender';
import { WordedElement } from '../base/worded';
import { NumberField } from '../parts/number-field';
import { fileStyles } from './files.styles';

export type PartEvent = CustomEvent<{ readonly index: number }>;

/** Without a text the alert, which stays for screen readers, has no gap in the row. */
const partStyles = css`
  :host {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
    align-items: center;
    margin: 0;
  }
  .problem:empty {
    position: absolute;
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
  /** Why the last chosen part could not be shown. */
  @property({ attribute: false }) problem: string | undefined;
  /** What has the parts. A refused number goes when this is another object; nothing else is read of it. */
  @property({ attribute: false }) owner: unknown;
  /** The part in code: `attn[2]`. */
  @property() code = '';
  readonly #field = new NumberField(this);

  protected override render() {
    const { label, index, count, owner, problem } = this;
    const row = integer(1, count);
    const choose = (number: number) => send(this, 'attention-part', { index: number - 1 });
    const field = { label, type: 'number', row, value: index + 1, owner, problem, choose } as const;
    return html`${this.#field.render(field, this.words)}<code>${this.code}</code>`;
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
