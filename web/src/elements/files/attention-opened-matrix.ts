/** `<attention-opened-matrix>`: a tensor of a file that is neither q, k and v nor weights, matrix by matrix. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { hasKeyColumns } from '../../files/choose';
import { matricesIn, matrixIn } from '../../files/item';
import type { FileTokens } from '../../files/trace-npz';
import type { Tensor } from '../../tensors/tensor';
import { define } from '../base/define';
import { WordedElement } from '../base/worded';
import '../views/attention-heatmap';
import { fileStyles } from './files.styles';
import { indicesOf, type PartEvent } from './attention-part-number';

export interface NamedTensor {
  readonly name: string;
  readonly tensor: Tensor;
}

export class AttentionOpenedMatrix extends WordedElement {
  static override styles = fileStyles;

  @property({ attribute: false }) matrix: NamedTensor | undefined;
  /** The words of the file. */
  @property({ attribute: false }) tokens: FileTokens = {};
  /** The index of the matrix that is shown. */
  @state() private place = 0;
  /** Kept, since the heatmap redraws for every new object. */
  #part: Tensor | undefined;

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('matrix')) this.place = 0;
    if (this.matrix) this.#part = matrixIn(this.matrix.tensor, this.place);
  }

  protected override render() {
    if (!this.matrix) return nothing;
    const { name, tensor } = this.matrix;
    const { shape } = tensor;
    const count = matricesIn(shape);
    const { tokens, keyTokens } = this.tokens;
    return html`<div class="matrix">
      ${
        count > 1
          ? html`<attention-part-number
              label=${this.words.export.which(count)}
              index=${this.place}
              count=${count}
              .owner=${this.matrix}
              code="${name}[${indicesOf(shape.slice(0, -2), this.place).join(', ')}]"
              @attention-part=${({ detail }: PartEvent) => (this.place = detail.index)}
            ></attention-part-number>`
          : nothing
      }
      <div @attention-change=${(event: Event) => event.stopPropagation()}>
        <attention-heatmap
          heading="${name} [${shape.join(', ')}]"
          .tensor=${this.#part}
          .rowLabels=${namesOfLength(shape.at(-2), tokens)}
          .columnLabels=${hasKeyColumns(name) ? namesOfLength(shape.at(-1), keyTokens, tokens) : undefined}
          query="0"
        ></attention-heatmap>
      </div>
    </div>`;
  }
}

/** The first of these lists that has a word for each row or column. */
function namesOfLength(extent: number | undefined, ...words: (readonly string[] | undefined)[]) {
  return words.find((list) => list?.length === extent);
}

define('attention-opened-matrix', AttentionOpenedMatrix);
