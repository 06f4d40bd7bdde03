/**
 * `<attention-patches>`: an image of a digit, once per layer, whose patches are shaded by the weights from the class
 * token or from a chosen patch. Dragging from one place to another asks for a forced row.
 */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { kPatchesAcross, kPlaces } from '../../geometry/digit-image';
import { contrastingInk, cssColor } from '../../draw/color';
import { formatPrecision, formatProbability, percentSign } from '../../draw/format';
import { figure, weightsAt } from '../../draw/pictures/arcs';
import { patchesRaster, shadeOf } from '../../draw/pictures/patches';
import { rasterToCanvas } from '../../draw/scene/to-canvas';
import { forcedKey, type ArcLayer, type ForcedLayerRow } from '../weights/arc-layer';
import '../../words/add-views';
import { define } from '../base/define';
import { hasModifier } from '../input/has-modifier';
import { PaintedView } from '../base/painted-view';
import '../save/attention-save';
import type { ModelShown } from '../save/model-shown';
import { weightsFileName, type SaveContent } from '../save/save-content';
import '../views/attention-table';
import { patchesStyles } from './attention-patches.styles';
import { forceChoices } from '../weights/force-choices';
import { arcGhosts } from '../weights/later-ghosts';
import { placeNames } from './place-names';
import { sendView } from '../base/view-events';
import { WeightDrag } from '../weights/weight-drag';

/** Smaller weights have no figure. */
const kShown = 0.05;

export class AttentionPatches extends PaintedView {
  static override styles = patchesStyles;

  /** `[28, 28]`, from 0, the background, to 255. */
  @property({ attribute: false }) image: ArrayLike<number> = [];
  /** Each with the weights `[query, key]` of one head, over the class token and the patches. */
  @property({ attribute: false }) layers: readonly ArcLayer[] = [];
  /** The place that looks: 0 for the class token, then the patches row by row. */
  @property({ type: Number }) chosen = 0;
  @property({ attribute: false }) forced: readonly ForcedLayerRow[] = [];
  /** Whether the parameters are random; saved pictures and numbers say so. */
  @property({ type: Boolean }) untrained = false;
  /** Facts for saved pictures. */
  @property({ attribute: false }) about: ModelShown | undefined;
  /** The place under the pointer. */
  @state() private pointed: number | undefined;
  #ghosts: ReturnType<typeof arcGhosts>;

  readonly #drag = new WeightDrag(this, {
    gripOf: (event) => this.#at(event.target as Element),
    placeAt: ({ clientX, clientY }) => {
      const target = this.#at((this.renderRoot as ShadowRoot).elementFromPoint(clientX, clientY));
      return target?.place;
    },
    hasPlace: (layer) => layer < this.layers.length,
    drop: (layer, key) => sendView(this, 'attention-force', { layer, query: this.chosen, key }),
  });

  protected override render() {
    const { layers, words } = this;
    if (layers.length === 0) return nothing;
    const names = placeNames(words);
    const rows = this.#rows();
    const shownRows = { layers, rows, word: this.chosen, seenBy: false };
    const isDragged = this.#drag.layer !== null;
    this.#ghosts = isDragged ? undefined : arcGhosts(this, shownRows, '', words);
    return html`<div
        class="layers ${isDragged ? 'dragging' : ''}"
        @pointerleave=${() => (this.pointed = undefined)}
        @pointerdown=${this.#drag.start}
      >
        ${layers.map(({ title }, layer) => {
          // One layer's picture takes the keyboard; the pointer may use any.
          const isFirst = layer === 0;
          return html`<div class="layer">
            <p class="title">${title}</p>
            <div
              class="places"
              dir="ltr"
              role=${isFirst ? 'radiogroup' : nothing}
              aria-label=${isFirst ? words.patches.label : nothing}
              aria-hidden=${isFirst ? nothing : 'true'}
              @keydown=${(event: KeyboardEvent) => this.#key(event)}
            >
              ${this.#place(layer, 0, rows, names)}
              <div class="grid" role="presentation">
                <canvas aria-hidden="true"></canvas>
                <div role="presentation">
                  ${names.slice(1).map((_, patch) => this.#place(layer, patch + 1, rows, names))}
                </div>
              </div>
            </div>
          </div>`;
        })}
      </div>
      <p class="readout">${this.#readout(rows, names)}</p>
      ${this.#tools(names)}
      <div class="table-and-save">
        <attention-table
          label=${this.#title(names)}
          .content=${() => this.#tableContent()}
        ></attention-table>
        <attention-save
          label=${this.#title(names)}
          .content=${() => this.#saveContent()}
        ></attention-save>
      </div>`;
  }

  #place(layer: number, place: number, rows: readonly Float32Array[], names: readonly string[]) {
    const weight = rows[layer]![place]!;
    const isForced = forcedKey(this, layer, this.chosen) === place;
    const content = html`${place === 0 ? html`<bdi>${names[0]}</bdi>` : nothing}${
      weight < kShown
        ? nothing
        : html`<span class="figure" title=${isForced ? this.words.arcs.forced : nothing}
            >${figure(weight)}${place === 0 ? percentSign() : nothing}</span
          >`
    }${this.#ghosts?.figure(layer, place)}`;
    const classes = [
      'place',
      place === 0 ? 'token' : 'patch',
      place === this.chosen ? 'chosen' : '',
      isForced ? 'forced' : '',
      weight < kShown ? '' : 'grip',
      this.#drag.layer === layer && this.#drag.place === place ? 'target' : '',
    ].join(' ');
    const choose = () => this.#choose(place);
    const point = () => (this.pointed = place);
    return layer === 0
      ? html`<button
          type="button"
          role="radio"
          class=${classes}
          data-layer=${layer}
          data-place=${place}
          aria-checked=${place === this.chosen}
          aria-label=${this.#described(place, rows, names)}
          tabindex=${place === this.chosen ? 0 : -1}
          @click=${choose}
          @pointerenter=${point}
        >
          ${content}
        </button>`
      : html`<div
          class=${classes}
          data-layer=${layer}
          data-place=${place}
          @click=${choose}
          @pointerenter=${point}
        >
          ${content}
        </div>`;
  }

  /** The layer and the place that an element belongs to. */
  #at(element: Element | null) {
    const dataset = element?.closest<HTMLElement>('.place')?.dataset;
    return dataset ? { layer: Number(dataset['layer']), place: Number(dataset['place']) } : null;
  }

  /** The choices of the place that the chosen place is forced to look at. */
  #tools(names: readonly string[]) {
    const { words, chosen, layers } = this;
    const name = names[chosen]!;
    return html`<div class="tools">
      <span>${words.patches.force(html`<bdi>${name}</bdi>`)}</span>
      ${forceChoices(
        {
          layers: layers.map(({ title }, layer) => ({
            layer,
            title,
            places: new Map(names.entries()),
          })),
          label: (title) => words.patches.forceIn(title, name),
          keyOf: (layer) => forcedKey(this, layer, this.chosen),
          force: (layer, key) => sendView(this, 'attention-force', { layer, query: chosen, key }),
        },
        words,
      )}
      <span class="hint">${words.patches.hint}</span>
    </div>`;
  }

  protected override updated(): void {
    const { dark } = this.canvasColors;
    const rows = this.#rows();
    this.renderRoot.querySelectorAll('.places').forEach((places, layer) => {
      const { ink } = this.layers[layer]!;
      const row = rows[layer]!;
      const canvas = places.querySelector('canvas')!;
      rasterToCanvas(patchesRaster(this.image, row, ink, dark), canvas);
      for (const place of places.querySelectorAll<HTMLElement>('.place')) {
        const shade = shadeOf(row[Number(place.dataset['place'])]!, ink, dark);
        place.style.setProperty('--shade', cssColor(shade));
        place.style.setProperty('--on', contrastingInk(shade));
      }
    });
  }

  /** For each layer, the weights from the chosen place to all places. */
  #rows(): Float32Array[] {
    const rows = this.layers.map(({ weights }) => weightsAt(weights, kPlaces, this.chosen, false));
    const { layer, place } = this.#drag;
    if (layer !== null) rows[layer] = rows[layer]!.map((_, i) => Number(i === place));
    return rows;
  }

  #title(names: readonly string[]): string {
    return this.words.patches.title(names[this.chosen]!);
  }

  #described(place: number, rows: readonly Float32Array[], names: readonly string[]): string {
    const weights = this.layers.map(({ title }, layer) => {
      const percent = formatProbability(rows[layer]![place]!);
      const text = this.words.arcs.weight(title, percent);
      return this.#ghosts?.described(text, layer, place) ?? text;
    });
    return this.words.patches.place(names[place]!, weights.join(this.words.marks.comma));
  }

  #readout(rows: readonly Float32Array[], names: readonly string[]) {
    const { patches } = this.words;
    const place = this.#drag.layer === null ? this.pointed : this.#drag.place;
    return place === undefined
      ? patches.readout(
          html`<bdi>${names[this.chosen]}</bdi>`,
          html`<span class="choose">${patches.choose}</span>`,
        )
      : this.#described(place, rows, names);
  }

  #choose(place: number): void {
    // The pointer may still rest on a patch.
    this.pointed = undefined;
    this.chosen = place;
    sendView(this, 'attention-choose', { index: place });
  }

  #key(event: KeyboardEvent): void {
    if (hasModifier(event)) return;
    const { chosen } = this;
    const below = chosen === 0 ? 1 : chosen + kPatchesAcross;
    const to = {
      ArrowRight: chosen + 1,
      ArrowLeft: chosen - 1,
      ArrowDown: below,
      ArrowUp: Math.max(0, chosen - kPatchesAcross),
      Home: 0,
      End: kPlaces - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0 || to >= kPlaces) return;
    this.#choose(to);
    this.renderRoot.querySelector<HTMLElement>(`[role=radio][data-place="${to}"]`)?.focus();
  }

  #tableContent() {
    const rows = this.#rows();
    return {
      columns: [this.words.patches.other, ...this.layers.map(({ title }) => title)],
      rows: placeNames(this.words).map((name, place) => [
        name,
        ...rows.map((row) => formatPrecision(row[place]!, 6)),
      ]),
    };
  }

  #saveContent(): SaveContent {
    const { chosen, layers, image } = this;
    const names = placeNames(this.words);
    const rows = this.#rows();
    const data = Float32Array.from(layers.flatMap(({ weights }) => [...weights]));
    const shape = [layers.length, kPlaces, kPlaces];
    return {
      name: weightsFileName(names[chosen]!),
      picture: () => ({
        kind: 'patches',
        title: this.#title(names),
        image,
        chosen,
        classToken: names[0]!,
        layers: layers.map(({ title, ink }, i) => ({ title, ink, row: rows[i]! })),
      }),
      numbers: {
        tensor: { axes: ['layer', 'query', 'key'], shape, data },
        labels: { layer: layers.map(({ title }) => title), query: names, key: names },
      },
      result: null,
      untrained: this.untrained,
      about: this.about,
    };
  }
}

define('attention-patches', AttentionPatches);
