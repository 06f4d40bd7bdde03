/** `<attention-token-parts>`: the contribution of each token to the similarity of two texts, as signed numbers. */
import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { formatPrecision, formatSigned } from '../../../draw/format';
import { formatShort } from '../../../draw/format-short';
import type { ComparedPair } from '../../../model/language/text-model';
import '../../../words/add-language-model';
import { define } from '../../base/define';
import { PaintedView } from '../../base/painted-view';
import '../../save/attention-save';
import type { TextsOfPicture } from '../../save/save-content';
import { tableAndSave } from '../../save/table-and-save.styles';
import '../../views/attention-table';
import { partStyles } from '../base/part.styles';
import { heat, savedMatrix, type SignedMatrix } from '../base/signed-heat';

export class AttentionTokenParts extends PaintedView {
  static override styles = [
    tableAndSave,
    partStyles,
    css`
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 0.35rem 2px;
        margin: 0.5rem 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: flex;
        flex-direction: column;
        padding: 0.15rem 0.4rem;
        border-radius: 2px;
        background: var(--heat);
        color: var(--on-heat);
        text-align: center;
        print-color-adjust: exact;
      }
      bdi {
        font: 400 1.125rem/1.4 var(--serif);
      }
      span {
        font-size: 0.875rem;
      }
      @media (forced-colors: active) {
        li {
          border: 1px solid CanvasText;
        }
      }
    `,
  ];

  @property({ attribute: false }) compared: ComparedPair | undefined;
  /** The numbers of both texts, from 1. */
  @property({ attribute: false }) numbers: readonly [number, number] = [1, 2];
  /** Both texts, for the caption of a saved picture. */
  @property({ attribute: false }) captions: readonly TextsOfPicture[] = [];

  protected override render() {
    if (!this.compared) return nothing;
    const { similar: words } = this.words.languageModel;
    const { parts, similarity } = this.compared;
    const [one, other] = this.numbers;
    const matrix = this.#matrix();
    const { tensor, rowLabels } = matrix;
    return html`<h3>${words.pair(one, other, formatShort(similarity))}</h3>
      <p>${words.meaning}</p>
      ${parts.map(
        ({ tokens, values }, i) =>
          html`<ul lang="en" aria-label=${words.text(this.numbers[i]!)}>
            ${tokens.map(
              (token, j) => html`<li><bdi>${token}</bdi> <span>${signed(values[j]!)}</span></li>`,
            )}
          </ul>`,
      )}
      <div class="table-and-save">
        <attention-table
          label=${words.parts}
          .content=${() => ({
            columns: [words.token, words.part],
            rows: rowLabels.map((label, i) => [label, formatPrecision(tensor.data[i]!, 6)]),
          })}
        ></attention-table>
        <attention-save
          label=${words.parts}
          .content=${() => ({ ...savedMatrix(matrix), texts: this.captions })}
        ></attention-save>
      </div>`;
  }

  protected override updated(): void {
    if (!this.compared) return;
    const { tensor, reach } = this.#matrix();
    heat(this.renderRoot.querySelectorAll('li'), tensor.data, reach, this.canvasColors.dark);
  }

  /** The tokens of both texts, one below the other. */
  #matrix(): SignedMatrix {
    const { similar: words } = this.words.languageModel;
    const parts = this.compared?.parts ?? [];
    const data = Float32Array.from(parts.flatMap(({ values }) => [...values]));
    return {
      name: 'parts-of-tokens',
      title: words.parts,
      tensor: { axes: ['token', 'part'], shape: [data.length, 1], data },
      rowLabels: parts.flatMap(({ tokens }, i) =>
        tokens.map((token) => `${this.numbers[i]}: ${token}`),
      ),
      columnLabels: [words.part],
      reach: Math.max(...data.map(Math.abs)),
    };
  }
}

/** Rounds to three decimals, so that negligible numbers become 0. */
const signed = (value: number) => (Math.abs(value) < 0.0005 ? '0' : formatSigned(value));

define('attention-token-parts', AttentionTokenParts);
