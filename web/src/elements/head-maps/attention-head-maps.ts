/** `<attention-head-maps>`: the weights of every head of every layer as small maps on one scale. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import {
  formatDecimal,
  formatPercent,
  formatPrecision,
  formatProbability,
} from '../../draw/format';
import { rasterize } from '../../draw/matrix/raster';
import { rasterToCanvas } from '../../draw/scene/to-canvas';
import { placedTokens } from '../../model/tokens/placed-tokens';
import type { HeadMap } from './head-map';
import { isHead, type HeadPlace } from '../../model/heads/head-place';
import '../../words/add-lab';
import '../../words/add-views';
import { define } from '../base/define';
import { equalLists } from '../base/equal-lists';
import { PaintedView } from '../base/painted-view';
import '../save/attention-save';
import type { SaveContent } from '../save/save-content';
import '../views/attention-table';
import type { TableContent } from '../views/attention-table';
import { headMapsStyles } from './attention-head-maps.styles';
import { pictureOf, bothScales } from './head-map-picture';
import { sendHover } from '../views/send-hover';
import { sendView } from '../base/view-events';

/** With more heads the maps are smaller, and each attention has its own row. */
const kMany = 12;

/** A name as it is saved: soft hyphens are for narrow maps. */
const withoutHyphens = (name = '') => name.replaceAll('\u00ad', '');

interface Cell extends HeadPlace {
  readonly query: number;
  readonly key: number;
}

export class AttentionHeadMaps extends PaintedView {
  static override styles = headMapsStyles;

  @property({ attribute: false }) tokens: readonly string[] = [];
  /** The tokens of the queries, if they are not those of the keys. */
  @property({ attribute: false }) targets: readonly string[] | undefined;
  @property({ attribute: false }) heads: readonly HeadMap[] = [];
  /** Notes beside the titles of the attentions, in order. */
  @property({ attribute: false }) notes: readonly string[] | undefined;
  /** The heads that are shown elsewhere on the page. */
  @property({ attribute: false }) chosen: readonly HeadPlace[] = [];
  /** The row to mark. */
  @property({ type: Number }) query: number | undefined;
  /** Whether the parameters are random; saved pictures and numbers say so. */
  @property({ type: Boolean }) untrained = false;
  @state() private pointed: Cell | null = null;
  #painted: readonly unknown[] = [];

  protected override render() {
    const { heads, words } = this;
    if (heads.length === 0) return nothing;
    const attentions = [...new Set(heads.map(({ attention }) => attention))];
    return html`<div
        class="groups ${heads.length > kMany ? 'many' : ''}"
        role="group"
        aria-label=${words.headMaps.label}
      >
        ${attentions.map((attention, i) => {
          const maps = heads.filter((map) => map.attention === attention);
          const { title } = maps[0]!;
          return html`<div role="group" aria-label=${title}>
            <p class="title">
              <span aria-hidden="true">${title}</span>
              ${this.notes?.[i] === undefined ? nothing : html`<span class="note">${this.notes[i]}</span>`}
            </p>
            <div class="heads">${maps.map((map) => this.#head(map))}</div>
          </div>`;
        })}
      </div>
      <div class="legend">
        <span>0</span><canvas class="scale" aria-hidden="true"></canvas
        ><span>${formatPercent(100, 0)}</span>
        <span>${words.headMaps.scale}</span>
        ${this.heads.some(({ score }) => score !== undefined) ? html`<span>${words.headMaps.score}</span>` : nothing}
      </div>
      <p class="readout">${this.#readout() ?? words.headMaps.directions}</p>
      <div class="table-and-save">
        <attention-table
          label=${words.headMaps.weightsOf(this.#inCode(this.#shown))}
          .content=${() => this.#tableContent()}
        ></attention-table>
        <attention-save
          label=${words.headMaps.label}
          .content=${() => this.#saveContent()}
        ></attention-save>
      </div>`;
  }

  #head(map: HeadMap) {
    const { words } = this;
    const { attention, head, name, shortName = name, score, on } = map;
    const place = { attention, head };
    const classes = [name === undefined ? '' : 'named', on ? '' : 'off'].join(' ');
    const number = words.lab.head(head + 1);
    return html`<div class="head ${classes}">
      <button
        type="button"
        aria-pressed=${this.#isChosen(map)}
        aria-label=${[this.#fullName(map), shortName, score === undefined ? '' : formatDecimal(score, 2), name === shortName ? '' : name].filter(Boolean).join(words.marks.comma)}
        title=${this.#inCode(map)}
        @click=${() => sendView(this, 'attention-head-choose', place)}
        @pointermove=${(event: PointerEvent) => this.#point(event, map)}
        @pointerleave=${() => this.#pointAt(null)}
      >
        <span class="map hatched"
          ><canvas aria-hidden="true"></canvas
          >${this.query === undefined ? nothing : html`<span class="tick"></span>`}</span
        ><span class="chip"
          >${
            name === undefined
              ? number
              : html`${shortName}
                  <span class="score"
                    >${score === undefined ? nothing : formatDecimal(score, 2)}</span
                  >`
          }</span
        >
      </button>
      <button
        type="button"
        class="switch"
        aria-pressed=${on}
        aria-label=${words.headMaps.on(this.#fullName(map))}
        @click=${() => sendView(this, 'attention-head-toggle', place)}
      ></button>
    </div>`;
  }

  protected override updated(): void {
    this.style.setProperty('--row', `${this.query ?? 0}`);
    this.style.setProperty('--rows', `${this.heads[0]?.shape[0] ?? 1}`);
    const perAttention = new Set(this.heads.map(({ head }) => head)).size;
    this.style.setProperty('--heads', `${perAttention}`);
    const { dark } = this.canvasColors;
    // Other properties change no picture.
    const painted = [this.heads, dark];
    if (equalLists(painted, this.#painted)) return;
    this.#painted = painted;
    const canvases = [...this.renderRoot.querySelectorAll('canvas')];
    this.#inOrder().forEach((map, i) => {
      const { matrix, coloring } = pictureOf(map);
      rasterToCanvas(rasterize(matrix, coloring, dark), canvases[i]!);
    });
    const scale = canvases.at(-1);
    if (scale) rasterToCanvas(bothScales(dark), scale);
  }

  /** The heads in the order of rendering, grouped by attention. */
  #inOrder(): HeadMap[] {
    const attentions = new Set(this.heads.map(({ attention }) => attention));
    return [...attentions].flatMap((name) =>
      this.heads.filter(({ attention }) => attention === name),
    );
  }

  #isChosen({ attention, head }: HeadPlace): boolean {
    return this.chosen.some(isHead(attention, head));
  }

  /** The head whose numbers are in the table. */
  get #shown(): HeadMap {
    return this.heads.findLast((map) => this.#isChosen(map)) ?? this.heads[0]!;
  }

  #fullName({ title, head }: HeadMap): string {
    return this.words.lab.headIn(title, head + 1);
  }

  #inCode(map: HeadMap): string {
    return this.words.lab.inCode(this.#fullName(map), map.head, map.attention);
  }

  /** The names of queries and keys; the tokens of an image have none. */
  #names([rows, columns]: readonly [number, number]) {
    const names = (tokens: readonly string[], count: number) => {
      const placed = placedTokens(tokens);
      return Array.from({ length: count }, (_, i) => placed[i] ?? `${i + 1}`);
    };
    return {
      queries: names(this.targets ?? this.tokens, rows),
      keys: names(columns === rows && this.targets ? this.targets : this.tokens, columns),
    };
  }

  #point(event: PointerEvent, map: HeadMap): void {
    const canvas = (event.currentTarget as Element).querySelector('canvas')!;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const [rows, columns] = map.shape;
    const query = Math.floor(((event.clientY - top) / height) * rows);
    const key = Math.floor(((event.clientX - left) / width) * columns);
    const inside = query >= 0 && query < rows && key >= 0 && key < columns;
    const { attention, head } = map;
    this.#pointAt(inside ? { attention, head, query, key } : null);
  }

  #pointAt(cell: Cell | null): void {
    if (JSON.stringify(cell) === JSON.stringify(this.pointed)) return;
    this.pointed = cell;
    const value = this.#pointedWeight()?.value ?? 0;
    sendHover(this, cell && { field: 'weights', ...cell, value });
  }

  /** What is now at the pointed cell; null if the maps have become too small for it. */
  #pointedWeight(): { map: HeadMap; value: number } | null {
    const { attention, head, query, key } = this.pointed ?? {};
    const map = this.heads.find((map) => map.attention === attention && map.head === head);
    const [rows, columns] = map?.shape ?? [0, 0];
    return map && query! < rows && key! < columns
      ? { map, value: map.weights[query! * columns + key!] ?? 0 }
      : null;
  }

  #readout() {
    const pointed = this.#pointedWeight();
    if (!pointed) return null;
    const { map, value } = pointed;
    const { query, key } = this.pointed!;
    const { queries, keys } = this.#names(map.shape);
    const share = formatProbability(value);
    const isolated = (name: string | undefined) => html`<bdi>${name}</bdi>`;
    return this.words.headMaps.cell(
      this.#inCode(map),
      isolated(queries[query]),
      isolated(keys[key]),
      share,
    );
  }

  #tableContent(): TableContent {
    const { weights, shape } = this.#shown;
    const { queries, keys } = this.#names(shape);
    return {
      columns: [this.words.heatmap.query, ...keys],
      rows: queries.map((name, query) => [
        name,
        ...Array.from(weights.subarray(query * shape[1], (query + 1) * shape[1]), (weight) =>
          formatPrecision(weight, 6),
        ),
      ]),
    };
  }

  #saveContent(): SaveContent {
    const { words } = this;
    const heads = this.#inOrder();
    const [rows, columns] = heads[0]!.shape;
    const isEven = heads.every(({ shape }) => shape[0] === rows && shape[1] === columns);
    const { queries, keys } = this.#names([rows, columns]);
    const tensor = {
      axes: ['head', 'query', 'key'],
      shape: [heads.length, rows, columns],
      data: Float32Array.from(heads.flatMap(({ weights }) => [...weights])),
    };
    const labels = { head: heads.map((map) => this.#inCode(map)), query: queries, key: keys };
    return {
      name: 'weights-of-all-heads',
      picture: () => ({
        kind: 'heads',
        title: words.headMaps.label,
        oneScale: words.headMaps.scale,
        heads: heads.map((map) => ({
          ...pictureOf(map),
          label: this.#fullName(map),
          note: map.on
            ? [
                withoutHyphens(map.name),
                map.name && map.score !== undefined ? formatDecimal(map.score, 2) : '',
              ].join(' ')
            : words.headMaps.off,
          shown: this.#isChosen(map),
          off: !map.on,
        })),
      }),
      ...(isEven && { numbers: { tensor, labels } }),
      result: null,
      untrained: this.untrained,
    };
  }
}

define('attention-head-maps', AttentionHeadMaps);
