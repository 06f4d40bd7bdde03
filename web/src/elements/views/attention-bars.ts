/** `<attention-bars>`: the selected query's weights as bars, each with its share in percent. */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { formatPrecision } from '../../draw/format';
import { barPitch } from '../../draw/pictures/bar-row';
import type { PictureBar } from '../../draw/pictures/bars';
import { scalarOf } from '../../tensors/tensor';
import { barsChart, type BarBefore } from './bars-chart';
import '../../words/add-changes';
import { BarChart } from '../charts/bar-chart';
import { define } from '../base/define';
import type { CanvasColors } from '../styles/theme';
import { isKeyMasked, sendToLab, type LabRow } from '../lab/lab-context';
import { inPencil } from '../lab/untrained';
import { barsOf, type Bar } from './row-bars';
import { restShare, sharesOf } from './row-shares';
import { RowView } from './row-view';
import { textScale } from './text-scale';
import { viewStyles } from './view.styles';
import type { Words } from '../../words/words';
import '../save/attention-save';
import './attention-table';
import { weightsFileName, type SaveContent } from '../save/save-content';

export class AttentionBars extends RowView {
  static override styles = [
    viewStyles,
    css`
      .top {
        margin: 0.2rem 0 0.6rem;
        min-block-size: 1.5em;
        font-size: 0.875rem;
      }
      .picture {
        inline-size: 100%;
      }
      canvas {
        display: block;
      }
    `,
  ];

  /** Used without a lab: in pencil, for a head that has no name. */
  @property({ type: Boolean }) pencil = false;
  /** Used without a lab: the row without the visitor's changes. */
  @property({ attribute: false }) was: LabRow | undefined;

  readonly #chart = new BarChart(this);
  #bars: Bar[] = [];
  #shares: string[] = [];
  #before: (BarBefore | undefined)[] = [];

  /** Key index of the query token; -1 in cross-attention, where queries are not keys. */
  get #self(): number {
    const { tokens, keys, query } = this.row;
    return keys === tokens ? query : -1;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('pencil')) this.colors = null;
    this.showLit('weights');
    const { keys, detail } = this.row;
    this.#bars = detail ? barsOf(keys, detail, this.result, this.words) : [];
    const shares = detail ? sharesOf(detail) : [];
    this.#shares = this.#bars.map(({ key, masked }) => {
      if (masked) return this.words.lab.masked;
      return key === null ? restShare(detail!) : shares[key]!;
    });
    this.#before = this.#bars.map((bar, i) => this.#barBefore(bar, this.#shares[i]!));
  }

  protected override render() {
    const { tokens, detail, query } = this.row;
    if (!detail) return nothing;
    const words = this.words.bars;
    const word = tokens[query] ?? '';
    return html`
      <h2>${words.heading(html`<bdi class="query">${word}</bdi>`)}</h2>
      <p class="top">${this.#topThree(detail)}</p>
      <div class="picture">
        <canvas
          role="img"
          aria-label=${words.picture(word)}
          @pointerdown=${(event: PointerEvent) => this.#point(event)}
          @pointermove=${(event: PointerEvent) => this.#point(event)}
          @pointerleave=${(event: PointerEvent) =>
            event.pointerType === 'touch' || sendToLab(this, 'attention-cell', null)}
        ></canvas>
      </div>
      <attention-save
        label=${words.table(word)}
        .content=${() => this.#saveContent(detail, word)}
      ></attention-save>
      <attention-table
        label=${words.table(word)}
        .content=${() => ({
          columns: [words.key, words.weight, words.share],
          rows: this.#bars.map((bar, i) => [
            bar.label,
            formatPrecision(bar.weight, 6),
            this.#described(i),
          ]),
        })}
      ></attention-table>
    `;
  }

  protected override updated(): void {
    const canvas = this.renderRoot.querySelector('canvas');
    if (!canvas) return;
    const { query } = this.row;
    const scale = textScale(canvas);
    const height = scale * barPitch(this.#bars.length) * this.#bars.length + 8;
    canvas.parentElement!.style.blockSize = `${height}px`;
    const pointed = this.pointer?.pointed;
    this.#chart.draw(
      canvas,
      barsChart(this.#bars, this.#shares, {
        colors: this.canvasColors,
        scale,
        maxLetters: canvas.clientWidth < 400 * scale ? 10 : 14,
        self: this.#self,
        pointed: pointed?.query === query ? pointed.key : null,
        barsBefore: this.#before,
      }),
    );
  }

  protected override tinted(colors: CanvasColors): CanvasColors {
    return this.pencil ? inPencil(colors) : super.tinted(colors);
  }

  /** A share, with the old one if it has changed. */
  #described(i: number): string {
    const [share, before] = [this.#shares[i]!, this.#before[i]];
    return before ? this.words.changes.value(share, before.share) : share;
  }

  /** The bar without the changes, if its share differs: a masked key has the weight 0. */
  #barBefore({ key, weight: now }: Bar, share: string): BarBefore | undefined {
    const { was } = this;
    if (!was || key === null) return undefined;
    const [old, weight] = [sharesOf(was)[key]!, was.weights.data[key]!];
    return old === share || weight === now ? undefined : { weight, share: old };
  }

  #saveContent(detail: LabRow, word: string): SaveContent {
    const { keys } = this.row;
    const self = this.#self;
    const roleOf = ({ key, masked }: Bar) => {
      if (masked) return 'masked';
      return key === null ? 'rest' : key === self ? 'query' : 'key';
    };
    const bars = this.#bars.map((bar, i) => ({
      label: bar.label,
      weight: bar.weight,
      share: this.#shares[i]!,
      role: roleOf(bar),
    })) satisfies PictureBar[];
    return {
      name: weightsFileName(word),
      picture: () => ({ kind: 'bars', title: this.words.bars.heading(word).join(''), bars }),
      numbers: { tensor: detail.weights, labels: { key: keys } },
      result: this.result,
      untrained: this.isUntrained,
      pencil: this.pencil,
    };
  }

  #topThree(detail: LabRow) {
    const status = statusText(detail, this.words);
    if (status) return status;
    const { keys } = this.row;
    const largest = Array.from(detail.ranking.data)
      .filter((key) => !isKeyMasked(detail, this.result, key))
      .slice(0, 3);
    return largest.map((key, i) => {
      const share = this.#shares[this.#bars.findIndex((bar) => bar.key === key)];
      return html`${i > 0 ? ' · ' : nothing}<bdi>${keys[key]}</bdi> <b>${share}</b>`;
    });
  }

  #point(event: PointerEvent): void {
    const key = this.#bars[this.#chart.indexAt(event) ?? -1]?.key;
    sendToLab(
      this,
      'attention-cell',
      key === undefined || key === null ? null : { field: 'weights', query: null, key },
    );
  }
}

function statusText({ weights, sum }: LabRow, { bars, fileWeights }: Words): string | null {
  const isZero = weights.data.every((weight) => weight === 0);
  if (sum) return isZero ? fileWeights.zeros : statusOfSum(scalarOf(sum), fileWeights);
  if (Number.isNaN(weights.data[0])) return bars.notFinite;
  return isZero ? bars.nothing : null;
}

function statusOfSum(sum: number, words: Words['fileWeights']): string | null {
  return Number.isFinite(sum) ? null : words.rowNotFinite;
}

define('attention-bars', AttentionBars);
