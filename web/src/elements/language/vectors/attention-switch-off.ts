/**
 * `<attention-switch-off>`: how much the similarity of two texts changes when one head is off, for each head in turn.
 */
import { css, html, nothing, svg, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatDecimal, formatPrecision, formatSigned } from '../../../draw/format';
import type { Picture } from '../../../draw/pictures/picture';
import type { TextModel } from '../../../model/language/text-model';
import type { HeadEffects } from '../../../model/language/text-vectors';
import type { HeadPlace } from '../../../model/heads/head-place';
import { paragraph } from '../../../words/forms/paragraph';
import '../../../words/add-language-model';
import '../../../words/add-story';
import { messageOf } from '../../../words/refusal';
import { define } from '../../base/define';
import { isOtherData } from '../../base/equal-lists';
import { framedButtons } from '../../styles/framed-button.styles';
import { WordedElement } from '../../base/worded';
import '../../save/attention-save';
import '../../views/attention-table';
import type { SaveContent, TextsOfPicture } from '../../save/save-content';
import { partStyles } from '../base/part.styles';
import { problemLine } from '../../parts/problem-line';

/** The width of a bar with the gap after it, in the chart's units. */
const kBar = 10;
const kHalf = 60;

export class AttentionSwitchOff extends WordedElement {
  static override styles = [
    partStyles,
    framedButtons,
    css`
      button {
        margin-block: 0.5rem;
      }
      progress {
        inline-size: 10rem;
      }
      .chart {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        column-gap: 0.5rem;
        margin-block-start: 0.75rem;
        color: var(--muted);
        font-size: 0.875rem;
      }
      .scale {
        display: flex;
        flex-direction: column;
        justify-content: space-between;
        margin-block: -0.5lh;
        text-align: end;
      }
      svg {
        display: block;
        inline-size: 100%;
        block-size: 8.5rem;
      }
      .bar {
        fill: var(--pencil);
      }
      .bar.named {
        fill: var(--arc);
      }
      b {
        color: var(--ink);
        font-weight: 600;
      }
      .axis,
      .layer {
        stroke: var(--line);
        vector-effect: non-scaling-stroke;
      }
      .axis {
        stroke: var(--muted);
      }
      .layers {
        display: flex;
        grid-column: 2;
      }
      .name {
        grid-column: 2;
        justify-self: center;
      }
      button[aria-disabled='true'] {
        color: var(--muted);
        cursor: default;
      }
      .layers span {
        flex: 1;
      }
      @media print {
        button {
          display: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) model: TextModel | undefined;
  @property({ attribute: false, hasChanged: isOtherData }) texts:
    readonly [string, string] | undefined;
  /** Both texts, for the caption of a saved picture. */
  @property({ attribute: false }) captions: readonly TextsOfPicture[] = [];
  /** The heads that have a name, numbered layer by layer from 0; absent until they are measured. */
  @property({ attribute: false, hasChanged: isOtherData }) named: readonly number[] | undefined;
  /** Heads that are switched off anyway. */
  @property({ attribute: false, hasChanged: isOtherData }) off: readonly HeadPlace[] = [];
  /** Null until those of all heads are computed. */
  @state() private effects: HeadEffects | null = null;
  /** The same, with the means of the heads that have a name and of the others. */
  @state() private means: HeadEffects | null = null;
  @state() private done = 0;
  @state() private running = false;
  @state() private problem: Error | null = null;
  #run = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (['model', 'texts', 'off'].some((name) => changed.has(name))) this.#stop();
    if (changed.has('effects' as never) || changed.has('named')) void this.#compare();
  }

  protected override render() {
    const { model } = this;
    if (!model || !this.texts) return nothing;
    const { switchOff: words } = this.words.languageModel;
    const all = model.layers * model.heads;
    return html`<h3 tabindex="-1">${words.title}</h3>
      <p>${words.hint}</p>
      ${
        this.effects
          ? this.#chart(model, this.effects)
          : html`<button
              type="button"
              aria-disabled=${this.running}
              @click=${() => void this.#start()}
            >
              ${words.start(all)}
            </button>`
      }
      ${
        this.running
          ? html`<p>
              <progress max=${all} .value=${this.done} aria-label=${words.chart}></progress>
              ${words.running(this.done, all)}
            </p>`
          : nothing
      }
      ${problemLine(this.problem && messageOf(this.problem)(this.words))}`;
  }

  /** Whether heads with a name matter more than the others. */
  async #compare(): Promise<void> {
    const { model, effects, named } = this;
    this.means = null;
    if (!model || !effects || !named) return;
    try {
      const means = await model.withNames(effects, named);
      if (this.effects === effects && !isOtherData(named, this.named)) this.means = means;
    } catch (error) {
      if (this.effects === effects) this.problem = error as Error;
    }
  }

  #summary({ named_mean, unnamed_mean }: HeadEffects, named: number, all: number) {
    const { switchOff: words } = this.words.languageModel;
    if (named === 0 || named === all) return nothing;
    const [ofNamed, ofUnnamed] = [named_mean.data[0]!, unnamed_mean.data[0]!];
    const [one, other] = [ofNamed, ofUnnamed].map((mean) => formatDecimal(mean, 4));
    return html`<p>
      ${words.means(html`<b>${one}</b>`, named, html`<b>${other}</b>`, all - named)}
      ${paragraph([ofNamed <= ofUnnamed ? words.notMore : words.more, words.noProof])}
    </p>`;
  }

  #chart(model: TextModel, effects: HeadEffects) {
    const { languageModel } = this.words;
    const { switchOff: words } = languageModel;
    const changes = [...effects.changes.data];
    const order = [...effects.order.data];
    const best = order[0]!;
    const reach = Math.max(Math.abs(changes[best]!), 1e-6);
    const nameOf = (i: number) => this.#nameOf(model, i);
    const layers = Array.from({ length: model.layers }, (_, i) => i);
    const { named = [], means } = this;
    return html`<attention-save
        label=${words.chart}
        .content=${() => this.#saved(effects)}
      ></attention-save>
      <p>${words.largest(nameOf(best), formatSigned(changes[best]!))}</p>
      ${means ? this.#summary(means, named.length, changes.length) : nothing}
      <div class="chart">
        <div class="scale" aria-hidden="true">
          ${[reach, 0, -reach].map((value) => html`<span>${formatSigned(value)}</span>`)}
        </div>
        ${this.#bars(model, changes, reach)}
        <div class="layers" aria-hidden="true">
          ${layers.map((i) => html`<span>${i + 1}</span>`)}
        </div>
        <div class="name" aria-hidden="true">${this.words.story.layers}</div>
      </div>
      <attention-table
        label=${words.chart}
        .content=${() => ({
          columns: [words.head, words.change, languageModel.name],
          rows: order.map((i) => [
            nameOf(i),
            formatPrecision(changes[i]!, 6),
            this.#hasName(i) ? languageModel.named : '',
          ]),
        })}
      ></attention-table>`;
  }

  /** One bar for each head; the largest change is `reach`. */
  #bars(model: TextModel, changes: readonly number[], reach: number) {
    const { languageModel, marks } = this.words;
    const width = kBar * changes.length;
    return html`<svg
      viewBox="0 0 ${width} ${2 * kHalf}"
      preserveAspectRatio="none"
      role="img"
      aria-label=${languageModel.switchOff.chart}
    >
      ${Array.from(
        { length: model.layers },
        (_, i) =>
          svg`<line class="layer" x1=${i * model.heads * kBar} x2=${i * model.heads * kBar} y1="0" y2=${2 * kHalf}></line>`,
      )}
      ${changes.map((change, i) => {
        const height = (Math.abs(change) / reach) * kHalf;
        const [x, y] = [i * kBar + 1, change > 0 ? kHalf - height : kHalf];
        const title = svg`<title>${this.#nameOf(model, i)}${marks.colon}${formatSigned(change)}${this.#hasName(i) ? `${marks.comma}${languageModel.named}` : ''}</title>`;
        // A bar with a name is wide and filled, another is narrow.
        return this.#hasName(i)
          ? svg`<rect class="bar named" x=${x} width=${kBar - 2} y=${y} height=${height}>${title}</rect>`
          : svg`<rect class="bar" x=${x + 2} width=${kBar - 6} y=${y} height=${height}>${title}</rect>`;
      })}
      <line class="axis" x1="0" x2=${width} y1=${kHalf} y2=${kHalf}></line>
    </svg>`;
  }

  #nameOf({ heads }: TextModel, i: number): string {
    return this.words.languageModel.place(Math.floor(i / heads) + 1, (i % heads) + 1);
  }

  #hasName(i: number): boolean {
    return this.named?.includes(i) ?? false;
  }

  #saved({ changes }: HeadEffects): SaveContent {
    const { layerShort, switchOff: words, named: withName, notNamed } = this.words.languageModel;
    const { named = [] } = this;
    const [layers, heads] = changes.shape as [number, number];
    const numbered = (count: number, name: (number: number) => string) =>
      Array.from({ length: count }, (_, i) => name(i + 1));
    const labels = {
      layer: numbered(layers, layerShort),
      head: numbered(heads, (number) => `${words.head} ${number}`),
    };
    const tensor = { ...changes, axes: ['layer', 'head'] };
    const picture = (): Picture => ({
      kind: 'effects',
      title: words.chart,
      key: [withName, notNamed],
      layers: labels.layer.map((label, layer) => ({
        label,
        heads: labels.head.map((_, head) => {
          const i = layer * heads + head;
          return { change: changes.data[i]!, named: named.includes(i) };
        }),
      })),
    });
    return {
      name: 'similarity-without-head',
      picture,
      numbers: { tensor, labels },
      texts: this.captions,
      result: null,
    };
  }

  #stop(): void {
    this.#run++;
    [this.effects, this.running, this.problem] = [null, false, null];
  }

  /** The chart replaces the button, and its heading takes the focus. */
  async #show(effects: HeadEffects): Promise<void> {
    const hasFocus = this.shadowRoot!.activeElement?.localName === 'button';
    this.effects = effects;
    await this.updateComplete;
    if (hasFocus) this.renderRoot.querySelector('h3')!.focus();
  }

  async #start(): Promise<void> {
    const { model, texts, off } = this;
    if (!model || !texts || this.running) return;
    const run = ++this.#run;
    [this.running, this.done, this.problem] = [true, 0, null];
    try {
      const effects = await model.withoutEachHead(
        texts,
        (done) => {
          if (run !== this.#run) return false;
          this.done = done;
          return true;
        },
        off,
      );
      if (run === this.#run && effects) await this.#show(effects);
    } catch (error) {
      if (run === this.#run) this.problem = error as Error;
    } finally {
      if (run === this.#run) this.running = false;
    }
  }
}

define('attention-switch-off', AttentionSwitchOff);
