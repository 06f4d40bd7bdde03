/** `<attention-all-heads>`: the maps of all heads on one scale, one line per layer, or in another order. */
import { html, nothing, svg } from 'lit';
import { property, state } from 'lit/decorators.js';
import {
  formatDecimal,
  formatPercent,
  formatPrecision,
  formatProbability,
} from '../../../draw/format';
import { rasterize } from '../../../draw/matrix/raster';
import { rasterToCanvas } from '../../../draw/scene/to-canvas';
import {
  headOrders,
  orderedHeads,
  type HeadFigures,
  type HeadOrder,
} from '../../../model/heads/head-order';
import { placedTokens } from '../../../model/tokens/placed-tokens';
import type { HeadMap } from '../../head-maps/head-map';
import type { HeadPlace } from '../../../model/heads/head-place';
import '../../../words/add-language-model';
import '../../../words/add-views';
import { define } from '../../base/define';
import { hasModifier } from '../../input/has-modifier';
import { equalLists } from '../../base/equal-lists';
import { PaintedView } from '../../base/painted-view';
import '../../save/attention-save';
import type { SaveContent } from '../../save/save-content';
import { pictureOf, bothScales } from '../../head-maps/head-map-picture';
import '../../views/attention-table';
import type { Point } from '../../../geometry/point';
import { allHeadsStyles } from './attention-all-heads.styles';
import { wholePercent } from '../base/percent';
import { sendLanguage } from '../base/language-events';

export class AttentionAllHeads extends PaintedView {
  static override styles = allHeadsStyles;

  @property({ attribute: false }) tokens: readonly string[] = [];
  /** The heads layer by layer, with the same number of heads in each. */
  @property({ attribute: false }) heads: readonly HeadMap[] = [];
  /** The share of each layer's weight on delimiters. */
  @property({ attribute: false }) shares: readonly number[] = [];
  @property({ attribute: false }) figures: HeadFigures | null = null;
  @property() order: HeadOrder = 'layer';
  /** Each head's score for the hovered relation, shown below its map instead of its name. */
  @property({ attribute: false }) scores: readonly number[] | null = null;
  /** The heads that have earned a name by these scores; if there are none, the best head. */
  @property({ attribute: false }) hits: readonly number[] = [];
  /** The index of the head that is shown elsewhere on the page. */
  @property({ type: Number }) chosen = 0;
  /** The row to mark. */
  @property({ type: Number }) query = 0;
  /** The layer whose maps are enlarged on small screens. */
  @state() private opened: number | undefined;
  /** What the maps were painted from. */
  #painted: readonly unknown[] = [];
  /** The map that is pointed at or has the focus, and the head that was previewed for it. */
  #pointed: { readonly button: HTMLElement; readonly index: number } | undefined;
  /** Where the pointer has moved to in the map that is pointed at; undefined if the map has the focus. */
  #at: Point | undefined;

  /** Goes to the chosen head. */
  async show(): Promise<void> {
    this.opened = undefined;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-index="${this.chosen}"]`)?.focus();
  }

  get #perLayer(): number {
    return Math.max(1, this.heads.length / Math.max(1, this.shares.length));
  }

  protected override render() {
    const { heads, words } = this;
    if (heads.length === 0) return nothing;
    const { allHeads } = words.languageModel;
    const perLayer = this.#perLayer;
    const order = orderedHeads(this.order, heads, this.figures);
    const inLayers = this.order === 'layer';
    const lines = Array.from({ length: Math.ceil(heads.length / perLayer) }, (_, i) =>
      order.slice(i * perLayer, (i + 1) * perLayer),
    );
    const large = this.opened ?? Math.floor(this.chosen / perLayer);
    return html`${this.#orderChoice()}
      <div
        class="maps ${inLayers ? 'layers' : 'ordered'} ${this.scores ? 'scored' : ''}"
        role="group"
        aria-label=${allHeads.label}
        @keydown=${(event: KeyboardEvent) => this.#key(event, order)}
        @focusout=${() => this.#preview(undefined)}
        @pointerleave=${() => this.#preview(undefined)}
      >
        <div class="line numbers" aria-hidden="true">
          <span class="title">${inLayers ? allHeads.head : nothing}</span>
          ${lines[0]!.map((_, i) => html`<span>${inLayers ? i + 1 : ''}</span>`)}
          <span class="ends">${inLayers ? allHeads.ends : nothing}</span>
        </div>
        ${lines.map((line, i) => this.#line(line, i, large))}
      </div>
      <div class="legend">
        <span>0</span><canvas class="scale" aria-hidden="true"></canvas
        ><span>${formatPercent(100, 0)}</span>
        <span>${allHeads.scale}</span>
      </div>
      <div class="table-and-save">
        <attention-table
          label=${allHeads.label}
          .content=${() => this.#tableContent()}
        ></attention-table>
        <attention-save
          label=${allHeads.label}
          .content=${() => this.#saveContent()}
        ></attention-save>
      </div>`;
  }

  #orderChoice() {
    const { allHeads } = this.words.languageModel;
    return html`<div class="tools">
      <label
        >${allHeads.order}
        <select
          @change=${({ target }: Event) =>
            sendLanguage(this, 'attention-head-order', {
              order: (target as HTMLSelectElement).value as HeadOrder,
            })}
        >
          ${headOrders.map(
            (order) =>
              html`<option value=${order} .selected=${order === this.order}>
                ${allHeads.orders[order]}
              </option>`,
          )}
        </select></label
      >
      <span>${allHeads.orderHint[this.order]}</span>
    </div>`;
  }

  #line(line: readonly number[], i: number, large: number) {
    const { languageModel } = this.words;
    if (this.order !== 'layer')
      return html`<div class="line large">
        <span class="title"></span>${line.map((index) => this.#head(index))}
      </div>`;
    const share = this.shares[i] ?? 0;
    return html`<div
      class="line ${i === large ? 'large' : ''}"
      role="group"
      aria-label=${languageModel.layer(i + 1)}
    >
      <span class="title" aria-hidden="true">${languageModel.layerShort(i + 1)}</span>
      <button
        type="button"
        class="title"
        aria-expanded=${i === large}
        @click=${() => (this.opened = i === large ? -1 : i)}
      >
        ${languageModel.layerShort(i + 1)}
      </button>
      ${line.map((index) => this.#head(index))}
      <span
        class="ends"
        aria-label=${languageModel.onDelimiters(formatProbability(share))}
        role="img"
        ><span aria-hidden="true">${wholePercent(share)}</span
        ><svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          ${svg`<rect class="track" width="100" height="4"></rect><rect width=${100 * share} height="4"></rect>`}
        </svg></span
      >
    </div>`;
  }

  #head(index: number) {
    const { languageModel, lab, marks } = this.words;
    const map = this.heads[index]!;
    const { head, title, name, shortName, score, on } = map;
    const label = [
      lab.headIn(title, head + 1),
      shortName,
      scoreText(score),
      name === shortName ? '' : name,
      on ? '' : this.words.headMaps.off,
    ];
    const isChosen = index === this.chosen;
    const classes = [
      name === undefined ? '' : 'named',
      on ? '' : 'off',
      this.#dims(index) ? 'dim' : '',
      this.scores && this.hits.includes(index) ? 'hit' : '',
    ];
    return html`<div class="cell ${classes.join(' ')}">
      <button
        type="button"
        class="head hatched"
        data-index=${index}
        tabindex=${isChosen ? 0 : -1}
        aria-pressed=${isChosen}
        aria-label=${label.filter(Boolean).join(marks.comma)}
        title=${name ?? languageModel.place(Math.floor(index / this.#perLayer) + 1, head + 1)}
        @click=${() => sendLanguage(this, 'attention-head-choose', placeOf(map))}
        @focus=${(event: FocusEvent) => this.#preview(event.currentTarget)}
        @pointermove=${(event: PointerEvent) => this.#move(event)}
        @pointerleave=${(event: PointerEvent) => this.#leave(event)}
      >
        <canvas aria-hidden="true"></canvas><span class="tick"></span>
      </button>
      <span class="below" aria-hidden="true">${this.#below(index)}</span>
    </div>`;
  }

  #dims(index: number): boolean {
    return this.scores !== null && (this.scores[index] ?? 0) < 0.5 && !this.hits.includes(index);
  }

  #below(index: number) {
    const { head, shortName, score } = this.heads[index]!;
    if (this.scores) return scoreText(this.scores[index]);
    if (this.order === 'layer') return shortName;
    const place = `${Math.floor(index / this.#perLayer) + 1}·${head + 1}`;
    if (this.order === 'name') return html`${place} <b>${shortName}</b> ${scoreText(score)}`;
    return html`${place} <b>${decimals(this.#figure(index))}</b>`;
  }

  /** What a saved picture says of a head: the figure that the heads are ordered by, or the name. */
  #note(index: number): string {
    const { name, shortName = name, score } = this.heads[index]!;
    const figure = decimals(this.#figure(index));
    return figure ?? [shortName, scoreText(score)].filter(Boolean).join(' ');
  }

  /** The number by which the heads are ordered. */
  #figure(index: number): number | undefined {
    return this.order === 'layer' || this.order === 'name'
      ? undefined
      : this.figures?.[this.order][index];
  }

  protected override updated(): void {
    this.#previewMoved();
    const [rows = 1] = this.heads[0]?.shape ?? [];
    this.style.setProperty('--row', `${this.query}`);
    this.style.setProperty('--rows', `${rows}`);
    this.style.setProperty('--heads', `${this.#perLayer}`);
    const { heads, order, figures } = this;
    const { dark } = this.canvasColors;
    // Other properties change marks and labels, but no picture.
    const painted = [heads, this.#perLayer, order, figures, dark];
    if (equalLists(painted, this.#painted)) return;
    this.#painted = painted;
    if (heads.length === 0) return;
    for (const button of this.renderRoot.querySelectorAll<HTMLElement>('.head')) {
      const { matrix, coloring } = pictureOf(this.heads[Number(button.dataset['index'])]!, true);
      rasterToCanvas(rasterize(matrix, coloring, dark), button.querySelector('canvas')!);
    }
    rasterToCanvas(bothScales(dark, true), this.renderRoot.querySelector('canvas.scale')!);
  }

  #preview(target: EventTarget | null | undefined): void {
    const button = target instanceof HTMLElement ? target : undefined;
    const index = Number(button?.dataset['index']);
    this.#pointed = button && { button, index };
    this.#at = undefined;
    const map = button && this.heads[index];
    sendLanguage(this, 'attention-head-preview', { place: map && placeOf(map) });
  }

  /** Only when the pointer moves, not when a map scrolls below it. */
  #move({ pointerType, currentTarget, clientX: x, clientY: y }: PointerEvent): void {
    if (pointerType !== 'mouse') return;
    if (this.#pointed?.button !== currentTarget) this.#preview(currentTarget);
    this.#at = { x, y };
  }

  /** A map that scrolls away below the pointer; on the way to the next map, the preview stays. */
  #leave({ clientX: x, clientY: y }: PointerEvent): void {
    if (x === this.#at?.x && y === this.#at.y) this.#preview(undefined);
  }

  /** After the maps have been sorted, another head may be where the pointer rests. */
  #previewMoved(): void {
    if (!this.#pointed) return;
    const { button, index } = this.#pointed;
    const at = this.#at;
    const moved = at
      ? this.shadowRoot!.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('.head')
      : [button].find(({ isConnected }) => isConnected);
    if (moved === button && button.dataset['index'] === `${index}`) return;
    this.#preview(moved);
    this.#at = at;
  }

  /** Arrows move through the maps as they are shown. */
  #key(event: KeyboardEvent, order: readonly number[]): void {
    const button = (event.target as HTMLElement).closest<HTMLElement>('.head');
    if (!button || hasModifier(event)) return;
    const position = order.indexOf(Number(button.dataset['index']));
    const across = this.#perLayer;
    const last = order.length - 1;
    const to = {
      ArrowRight: position + 1,
      ArrowLeft: position - 1,
      ArrowDown: position + across,
      ArrowUp: position - across,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0 || to > last) return;
    if (this.order === 'layer') this.opened = Math.floor(to / across);
    const next = this.renderRoot.querySelector<HTMLElement>(`[data-index="${order[to]}"]`);
    next?.focus();
  }

  #names(): string[] {
    const [rows] = this.heads[0]!.shape;
    return placedTokens(this.tokens).slice(0, rows);
  }

  #tableContent() {
    const { allHeads } = this.words.languageModel;
    const { figures, heads } = this;
    const order = orderedHeads(this.order, heads, figures);
    const columns = [allHeads.head, allHeads.name, allHeads.score];
    return {
      columns: figures ? [...columns, allHeads.entropy, allHeads.distance] : columns,
      rows: order.map((index) => {
        const { title, head, name = '', score } = heads[index]!;
        const full = this.words.lab.headIn(title, head + 1);
        const row = [full, name, score === undefined ? '' : formatPrecision(score, 6)];
        if (!figures) return row;
        const numbers = [figures.entropy[index]!, figures.distance[index]!];
        return [...row, ...numbers.map((value) => formatPrecision(value, 6))];
      }),
    };
  }

  #saveContent(): SaveContent {
    const { heads, words } = this;
    const [rows, columns] = heads[0]!.shape;
    const names = this.#names();
    const fullName = ({ title, head }: HeadMap) => words.lab.headIn(title, head + 1);
    return {
      name: 'weights-of-all-heads',
      picture: () => ({
        kind: 'heads',
        title: words.languageModel.allHeads.label,
        oneScale: words.languageModel.allHeads.scale,
        perRow: this.#perLayer,
        heads: orderedHeads(this.order, heads, this.figures).map((i) => ({
          ...pictureOf(heads[i]!, true),
          label: words.languageModel.place(Math.floor(i / this.#perLayer) + 1, heads[i]!.head + 1),
          note: heads[i]!.on ? this.#note(i) : words.headMaps.off,
          shown: i === this.chosen,
          off: !heads[i]!.on,
        })),
      }),
      numbers: {
        tensor: {
          axes: ['head', 'query', 'key'],
          shape: [heads.length, rows, columns],
          data: Float32Array.from(heads.flatMap(({ weights }) => [...weights])),
        },
        labels: { head: heads.map(fullName), query: names, key: names },
      },
      result: null,
    };
  }
}

const decimals = (value: number | undefined) =>
  value === undefined ? undefined : formatDecimal(value, 2);

const scoreText = (share: number | undefined) =>
  share === undefined ? undefined : wholePercent(share);

const placeOf = ({ attention, head }: HeadPlace): HeadPlace => ({ attention, head });

define('attention-all-heads', AttentionAllHeads);
