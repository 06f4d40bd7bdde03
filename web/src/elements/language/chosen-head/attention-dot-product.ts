/** `<attention-dot-product>`: all numbers of q and k with their products, whose sum is the score of two tokens. */
import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { formatNumber } from '../../../draw/format';
import '../../../words/add-language-model';
import { define } from '../../base/define';
import { PaintedView } from '../../base/painted-view';
import { heat } from '../base/signed-heat';

/** Rows per column of numbers: a head with 32 numbers takes four columns if there is room. */
const kRows = 8;

export class AttentionDotProduct extends PaintedView {
  static override styles = css`
    :host {
      display: block;
      margin-block: 0.5rem;
      font-size: 0.875rem;
    }
    summary {
      inline-size: fit-content;
      color: var(--muted);
      cursor: pointer;
    }
    summary:hover {
      color: var(--ink);
    }
    .columns {
      display: flex;
      flex-wrap: wrap;
      gap: 0.75rem 2rem;
      margin-block: 0.5rem;
      overflow-x: auto;
    }
    table {
      border-collapse: collapse;
    }
    th,
    td {
      padding: 0.1rem 0.5rem;
      font-weight: 400;
      text-align: end;
    }
    th {
      color: var(--muted);
    }
    thead th {
      font-family: var(--attention-math, var(--serif));
      font-size: 1.125rem;
    }
    tbody tr {
      border-block-start: 1px solid var(--line);
    }
    .product {
      min-inline-size: 5rem;
      background: var(--heat);
      color: var(--on-heat);
      print-color-adjust: exact;
    }
    p {
      margin: 0;
    }
    @media (max-width: 37.5rem) {
      table {
        inline-size: 100%;
      }
      .columns {
        row-gap: 0;
      }
      table:not(:first-child) thead {
        position: absolute;
        inline-size: 1px;
        block-size: 1px;
        overflow: hidden;
        clip-path: inset(50%);
      }
      th,
      td {
        inline-size: 25%;
      }
    }
    @media print {
      details:not([open]) {
        display: none;
      }
    }
    @media (pointer: coarse) {
      summary {
        min-block-size: 2.75rem;
        align-content: center;
      }
    }
  `;

  /** Each has d_head numbers. */
  @property({ attribute: false }) q = new Float32Array();
  @property({ attribute: false }) k = new Float32Array();
  @property({ attribute: false }) products = new Float32Array();
  /** The sum of the products, as the model computes it. */
  @property({ type: Number }) dot = 0;

  protected override render() {
    const { length } = this.products;
    if (length === 0) return nothing;
    const { dotProduct: words } = this.words.languageModel;
    const starts = Array.from({ length: Math.ceil(length / kRows) }, (_, i) => i * kRows);
    return html`<details>
      <summary>${words.title(length)}</summary>
      <div class="columns" tabindex="0" role="region" aria-label=${words.title(length)}>
        ${starts.map((start) => this.#column(start, Math.min(start + kRows, length)))}
      </div>
      <p>${words.sum(length, html`<b>${formatNumber(this.dot)}</b>`)}</p>
    </details>`;
  }

  #column(start: number, end: number) {
    const { dotProduct: words } = this.words.languageModel;
    const rows = Array.from({ length: end - start }, (_, i) => start + i);
    return html`<table>
      <thead>
        <tr>
          <th scope="col">${words.number}</th>
          <th scope="col"><i>q</i></th>
          <th scope="col"><i>k</i></th>
          <th scope="col"><i>q</i> × <i>k</i></th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (i) =>
            html`<tr>
              <th scope="row">${i + 1}</th>
              <td>${formatNumber(this.q[i]!)}</td>
              <td>${formatNumber(this.k[i]!)}</td>
              <td class="product">${formatNumber(this.products[i]!)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  protected override updated(): void {
    const { products } = this;
    const reach = Math.max(...products.map(Math.abs));
    const cells = this.renderRoot.querySelectorAll<HTMLElement>('.product');
    heat(cells, products, reach, this.canvasColors.dark);
  }
}

define('attention-dot-product', AttentionDotProduct);
