/**
 * `<attention-arcs>`: a sentence with arcs from the chosen word to the words it looks at, one layer above it and one
 * below; or two sentences with arcs between them. Dragging an arc's end asks for a forced row.
 */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { figure, weightsAt } from '../../draw/pictures/arcs';
import { formatProbability, percentSign } from '../../draw/format';
import type { ArcDirection } from '../../model/heads/arc-direction';
import { forcedKey, canForceRow, type ArcLayer, type ForcedLayerRow } from '../weights/arc-layer';
import { type ModelShown } from '../save/model-shown';
import '../../words/add-views';
import { define } from '../base/define';
import { hasModifier } from '../input/has-modifier';
import { isOtherData } from '../base/equal-lists';
import { PaintedView } from '../base/painted-view';
import { arcsBelow } from './arcs-below';
import { arcsStyles } from './attention-arcs.styles';
import { EasedRows } from './eased-rows';
import { arcGhosts } from '../weights/later-ghosts';
import { sendView } from '../base/view-events';
import type { StripPart } from './long-sentence';
import { paintArcs } from './paint-arcs';
import { SentenceLayout } from './sentence-layout';
import { WeightDrag } from '../weights/weight-drag';

/** A sentence with more words is long. */
const kMaxWords = 40;

export class AttentionArcs extends PaintedView {
  static override styles = arcsStyles;

  @property({ attribute: false, hasChanged: isOtherData }) tokens: readonly string[] = [];
  /** The tokens of a sentence to align with: each column is as wide as the wider of both words. */
  @property({ attribute: false, hasChanged: isOtherData }) twin: readonly string[] = [];
  /** One or two layers, each with weights `[query, key]`. */
  @property({ attribute: false }) layers: readonly ArcLayer[] = [];
  /** Tokens that continue the previous word. A thin joint connects them. */
  @property({ attribute: false, hasChanged: isOtherData }) joined: readonly number[] = [];
  /** How many words belong to a second sentence, which the others look at. It has its own line. */
  @property({ type: Number }) split = 0;
  @property({ type: Number }) chosen = 0;
  /** The word whose arcs are shown while the pointer is over it, here or in the twin sentence. */
  @property({ type: Number }) previewed: number | undefined;
  /** Words that differ from the twin sentence. */
  @property({ attribute: false }) changed: readonly number[] = [];
  @property({ attribute: false }) forced: readonly ForcedLayerRow[] = [];
  @property() direction: ArcDirection = 'looks_at';
  /** Whether the parameters are random; saved pictures and numbers say so. */
  @property({ type: Boolean }) untrained = false;
  /** What saved pictures name as their source. */
  @property({ attribute: false }) about: ModelShown | undefined;
  /** Whether all tools share one line, or are folded away where it is narrow. */
  @property({ type: Boolean, reflect: true }) compact = false;
  /** Whether the words are below each other. */
  @state() private upright = false;
  /** Loaded for a sentence of more than kMaxWords words. */
  @state() private strip: typeof import('./long-sentence') | undefined;
  /** The part of a long sentence whose arcs are on the canvas. */
  #part: StripPart | undefined;
  #ghosts: ReturnType<typeof arcGhosts>;

  readonly #layout = new SentenceLayout(this, (upright) => (this.upright = upright));
  readonly #drag = new WeightDrag(this, {
    gripOf: (event) => {
      const grip = (event.target as Element).closest<HTMLElement>('.grip.draggable');
      if (!grip) return null;
      event.preventDefault();
      return { layer: Number(grip.dataset['layer']), place: Number(grip.dataset['word']) };
    },
    placeAt: (event) => this.#layout.wordAt(event),
    hasPlace: (layer, place) => layer < this.layers.length && place < this.tokens.length,
    drop: (layer, key) => sendView(this, 'attention-force', { layer, query: this.chosen, key }),
  });
  readonly #rows = new EasedRows((rows) => this.#paint(rows));

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#preview(undefined);
    this.#rows.stop();
  }

  protected override willUpdate(): void {
    // Until this code has loaded, all arcs are drawn.
    if (this.isLong && !this.strip)
      import('./long-sentence').then((strip) => (this.strip = strip)).catch(() => {});
  }

  /** Whether the sentence is shown in a strip, with its strongest arcs only. */
  get isLong(): boolean {
    return this.tokens.length > kMaxWords;
  }

  get #strip() {
    return this.isLong ? this.strip : undefined;
  }

  protected override render() {
    const { tokens, layers, words } = this;
    if (tokens.length === 0 || layers.length === 0) return nothing;
    const rows = this.#targets();
    const dragging = this.#drag.layer !== null;
    const arcs = { layers, rows, word: this.#shown, seenBy: this.direction === 'is_seen_by' };
    this.#ghosts = dragging ? undefined : arcGhosts(this, arcs, this.canvasColors.pencil, words);
    const classes = [
      this.upright ? 'upright' : 'in-line',
      layers.length === 1 ? 'one' : '',
      this.isLong ? 'long' : '',
      dragging ? 'dragging' : '',
    ].join(' ');
    return html`<div class="scroll" @scroll=${() => this.#scrolled()}>
        <div class="stage ${classes}" @pointerdown=${this.#drag.start}>
          <canvas aria-hidden="true"></canvas>
          ${layers.map(
            ({ title, off, name }, i) =>
              html`<span class="layer ${i === 0 ? 'first' : 'second'} ${off ? 'off' : ''}"
                ><bdi>${title}</bdi
                ><span>${words.arcs.inPercent(title)}</span
                >${name && html` · <data>${name}</data>`}</span
              >`,
          )}
          <div
            class="words ${this.#isPair ? 'pair' : ''}"
            role="radiogroup"
            dir="auto"
            aria-label=${words.arcs.sentence}
            @keydown=${(event: KeyboardEvent) => this.#key(event)}
          >
            ${this.#lines().map(
              (line) =>
                html`<div class="line">${line.map((i) => this.#word(tokens[i]!, i, rows))}</div>`,
            )}
          </div>
          <div class="shades"></div>
        </div>
      </div>
      ${this.#strip?.countLine(layers, rows, words) ?? nothing}
      ${
        this.upright && this.compact
          ? html`<details>
              <summary>${words.arcs.more}</summary>
              ${this.#below()}
            </details>`
          : this.#below()
      }`;
  }

  get #isPair(): boolean {
    return !this.upright && this.split > 0 && this.split < this.tokens.length;
  }

  /** The words of each line, by number. */
  #lines(): number[][] {
    const all = Array.from(this.tokens.keys());
    return this.#isPair ? [all.slice(0, this.split), all.slice(this.split)] : [all];
  }

  #below() {
    return arcsBelow(
      this,
      () => this.#targets(),
      !this.upright && !this.isLong,
      (event) => this.#escape(event),
      this.words,
    );
  }

  #word(token: string, i: number, rows: readonly Float32Array[]) {
    const { words, layers } = this;
    const weights = layers.map(({ title }, layer) => {
      const text = words.arcs.weight(title, formatProbability(rows[layer]![i]!));
      return this.#ghosts?.described(text, layer, i) ?? text;
    });
    const classes = [
      this.changed.includes(i) ? 'changed' : '',
      this.joined.includes(i) ? 'joined' : '',
      this.joined.includes(i + 1) ? 'continued' : '',
      this.#drag.layer !== null && this.#drag.place === i ? 'target' : '',
      this.#shown === i && i !== this.chosen ? 'shown' : '',
    ].join(' ');
    return html`<div class="word ${classes}">
      ${this.#slot(this.#isPair && i < this.split ? 1 : 0, i, rows)}<button
        type="button"
        role="radio"
        aria-checked=${i === this.chosen}
        aria-label=${words.arcs.word(token, i + 1, weights.join(words.marks.comma))}
        tabindex=${i === this.chosen ? 0 : -1}
        @click=${() => this.#choose(i)}
        @pointermove=${(event: PointerEvent) => event.pointerType === 'mouse' && this.#preview(i)}
        @pointerleave=${() => this.#preview(undefined)}
      >
        <bdi class="text">${this.joined.includes(i) ? token.replace(/^·/, '') : token}</bdi>${
          this.twin.length === this.tokens.length
            ? html`<span class="twin" aria-hidden="true">${this.twin[i]}</span>`
            : nothing
        }</button
      >${this.#slot(this.#isPair && i < this.split ? 0 : 1, i, rows)}
    </div>`;
  }

  #slot(layer: number, i: number, rows: readonly Float32Array[]) {
    const weight = rows[layer]?.[i];
    if (weight === undefined) return html`<span class="slot"></span>`;
    const forced = forcedKey(this, layer, this.#shown) === i && this.direction === 'looks_at';
    // A head that is off says so instead of its largest weight.
    const { off } = this.layers[layer]!;
    const largest = off && weight === Math.max(...rows[layer]!);
    const text = off ? (largest ? this.words.headMaps.off : '·') : figure(weight);
    return html`<span
      class="slot ${weight >= 0.295 && !off ? 'large' : ''} ${forced ? 'forced' : ''}"
      aria-hidden="true"
      title=${forced ? this.words.arcs.forced : nothing}
      ><span class="figure"
        >${text}${text === '·' || off ? nothing : html`<span class="unit">${percentSign()}</span>`}</span
      >${this.#ghosts?.figure(layer, i)}<span
        class="grip ${this.direction === 'looks_at' && canForceRow(this, layer) ? 'draggable' : ''}"
        data-layer=${layer}
        data-word=${i}
      ></span
    ></span>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.tokens.length === 0 || this.layers.length === 0) return;
    const moved = ['tokens', 'joined', 'twin', 'upright', 'split'].some((name) =>
      changed.has(name as never),
    );
    if (moved || changed.get('layers')?.length !== this.layers.length) this.#layout.measure();
    if (moved || changed.size === 0) this.#part = undefined;
    if (moved || changed.has('chosen') || changed.has('strip' as never))
      this.#strip?.reveal(this.#scroll, this.#buttons[this.chosen]!);
    this.#rows.moveTo(this.#targets());
  }

  /** Paints what has come into sight. */
  #scrolled(): void {
    if (this.#strip && this.#part !== this.#partOf()) this.#rows.moveTo(this.#targets());
  }

  get #scroll(): HTMLElement {
    return this.renderRoot.querySelector<HTMLElement>('.scroll')!;
  }

  get #buttons(): NodeListOf<HTMLElement> {
    return this.renderRoot.querySelectorAll('[role=radio]');
  }

  /** Paints the arcs again, after words have moved. */
  repaint(): void {
    this.#part = undefined;
    if (this.hasUpdated && this.tokens.length > 0) this.#rows.moveTo(this.#targets());
  }

  /** The word whose arcs are shown. */
  get #shown(): number {
    const word = this.#drag.layer === null ? (this.previewed ?? this.chosen) : this.chosen;
    return Math.min(word, this.tokens.length - 1);
  }

  #targets(): Float32Array[] {
    const count = this.tokens.length;
    const seenBy = this.direction === 'is_seen_by';
    const rows = this.layers.map(({ weights }) => weightsAt(weights, count, this.#shown, seenBy));
    const { layer, place } = this.#drag;
    if (layer !== null) rows[layer] = rows[layer]!.map((_, i) => Number(i === place));
    return rows;
  }

  #paint(rows: readonly Float32Array[]): void {
    const canvas = this.renderRoot.querySelector('canvas');
    if (!canvas) return;
    const picture = {
      rows: rows.map((row) => this.#strip?.keepStrongest(row) ?? row),
      layers: this.layers,
      word: this.#shown,
      seenBy: this.direction === 'is_seen_by',
      upright: this.upright,
      before: this.#isPair ? this.split : 0,
      below: this.#ghosts?.below,
    };
    const part = this.#part ?? this.#partOf();
    paintArcs(canvas, picture, this.#layout, part, this.canvasColors);
  }

  /** The part of the sentence that the canvas has. */
  #partOf(width = this.#layout.width): StripPart {
    if (!this.#strip) return { from: 0, width };
    const scroll = this.#scroll.getBoundingClientRect();
    const { left } = this.renderRoot.querySelector('.stage')!.getBoundingClientRect();
    const inSight = { from: scroll.left - left, width: scroll.width };
    return (this.#part = this.#strip.partToDraw(width, inSight, this.#part));
  }

  #choose(index: number): void {
    // The pointer may still rest on another word.
    this.#preview(undefined);
    this.chosen = index;
    sendView(this, 'attention-choose', { index });
  }

  /** Only when the pointer moves, not when a word scrolls below it. */
  #preview(index: number | undefined): void {
    if (this.previewed === index || this.#drag.isPressed) return;
    this.previewed = index;
    sendView(this, 'attention-preview', { index });
  }

  /** Frees the rows of the chosen word. Escape then does nothing else. */
  #escape(event: KeyboardEvent): void {
    const rows = this.forced.filter((row) => row.query === this.chosen);
    if (event.key !== 'Escape' || rows.length === 0) return;
    event.preventDefault();
    for (const row of rows) sendView(this, 'attention-force', { ...row, key: undefined });
  }

  #key(event: KeyboardEvent): void {
    this.#escape(event);
    const forward = getComputedStyle(event.currentTarget as Element).direction === 'rtl' ? -1 : 1;
    const count = this.tokens.length;
    const to = {
      ArrowRight: this.chosen + forward,
      ArrowLeft: this.chosen - forward,
      ArrowDown: this.chosen + 1,
      ArrowUp: this.chosen - 1,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (to === undefined || hasModifier(event)) return;
    event.preventDefault();
    const index = (to + count) % count;
    this.#choose(index);
    this.#buttons[index]?.focus();
  }
}

define('attention-arcs', AttentionArcs);
