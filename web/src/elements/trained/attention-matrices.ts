/**
 * `<attention-matrices>`: the weights of one head for all words, the chosen word's weights as bars, and the weighted
 * values that add up to its context.
 */
import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { dimensionNames, formatProbability } from '../../draw/format';
import type { StoryRow } from '../../model/stages/story-row';
import type { RowDetail, Tensor } from '../../tensors/tensor';
import { placedTokens } from '../../model/tokens/placed-tokens';
import type { HeadMap } from '../head-maps/head-map';
import '../../words/add-story';
import { addProvenance, type ProvenanceEvent } from '../save/provenance-event';
import { whereNarrow } from '../styles/columns.styles';
import { define } from '../base/define';
import { keptIfEqual } from '../base/equal-lists';
import { WordedElement } from '../base/worded';
import type { PointedCell } from '../lab/lab-context';
import { sendHover } from '../views/send-hover';
import { sendView } from '../base/view-events';
import '../views/attention-bars';
import '../views/attention-heatmap';

/** With more dimensions the context gets its own line. */
const kBesideBars = 4;

/** The data of one drawing: the weights, the values and their context. */
interface Shown {
  readonly words: readonly string[];
  readonly keys: readonly string[];
  readonly map: HeadMap;
  readonly weights: Tensor;
  /** The weights without the visitor's changes. */
  readonly weightsBefore: Tensor | undefined;
  readonly query: number;
  readonly detail: StoryRow;
  /** [part, d_v]: each word's weighted value, then their sum */
  readonly parts: Tensor;
  readonly partsBefore: Tensor | undefined;
  readonly labels: readonly string[];
}

export class AttentionMatrices extends WordedElement {
  static override styles = css`
    .views {
      display: grid;
      grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
      grid-template-rows: auto 1fr;
      gap: 1.5rem 3.5rem;
    }
    .weights {
      grid-row: span 2;
    }
    .wide {
      grid-column: span 2;
    }
    ${whereNarrow(css`
      .views {
        grid-template-columns: minmax(0, 1fr);
      }
      .wide {
        grid-column: auto;
      }
    `)}
  `;

  @property({ attribute: false }) tokens: readonly string[] = [];
  /** The words that are looked at. */
  @property({ attribute: false }) keys: readonly string[] = [];
  @property({ attribute: false }) map: HeadMap | undefined;
  /** Its weights without the visitor's changes, if there are any. */
  @property({ attribute: false }) was: Float32Array | undefined;
  /** The query word. */
  @property({ type: Number }) query = 0;
  /** The arithmetic of the word's row. Undefined while it is computed: the last one stays on screen. */
  @property({ attribute: false }) detail: StoryRow | undefined;
  /** Random parameters: gray. */
  @property({ type: Boolean }) untrained = false;
  #shown: Shown | null = null;

  protected override willUpdate(): void {
    const { map, detail, query, tokens } = this;
    const last = this.#shown;
    if (!map || !detail) return;
    const words = keptIfEqual(last?.words, placedTokens(tokens));
    const keys = keptIfEqual(last?.keys, placedTokens(this.keys));
    const square = (data: Float32Array, lastTensor: Tensor | undefined): Tensor =>
      lastTensor?.data === data
        ? lastTensor
        : { axes: ['query', 'key'], shape: [...map.shape], data };
    const weights = square(map.weights, last?.weights);
    const weightsBefore = this.was && square(this.was, last?.weightsBefore);
    const { parts, partsBefore } =
      last?.detail === detail
        ? last
        : {
            parts: partsThatAddUp(detail),
            partsBefore: detail.original && partsThatAddUp(detail.original),
          };
    const shares = detail.weights.data;
    const labels = keptIfEqual(last?.labels, [
      ...keys.map((word, key) => `${word} × ${formatProbability(shares[key]!)}`),
      this.words.story.everyWord.sum,
    ]);
    const matrices = { map, weights, weightsBefore, query, detail, parts, partsBefore };
    this.#shown = { words, keys, labels, ...matrices };
  }

  protected override render() {
    const shown = this.#shown;
    if (!shown) return nothing;
    const { words, keys, map, weights, query, detail, parts, labels } = shown;
    const { story, lab, marks } = this.words;
    const texts = story.everyWord;
    const [, dimensions = 1] = parts.shape;
    const place = lab.headIn(map.title, map.head + 1);
    const name = `${lab.inCode(place, map.head, map.attention)}${map.name ? `${marks.colon}${map.name}` : ''}`;
    return html`<div
      class="views"
      @attention-provenance=${(event: ProvenanceEvent) => addProvenance(event, { place, head: name })}
      @attention-cell=${(event: CustomEvent<PointedCell | null>) => this.#point(event, shown)}
    >
      <attention-heatmap
        class="weights"
        field="weights"
        @attention-change=${(event: CustomEvent<{ word: number }>) => this.#choose(event)}
        .heading=${texts.weights}
        .subtitle=${name}
        .tensor=${weights}
        .was=${shown.weightsBefore}
        .rowLabels=${words}
        .columnLabels=${keys}
        .query=${query}
        .scale=${map.name === undefined ? 'pencil' : 'ink'}
        .untrained=${this.untrained}
      ></attention-heatmap>
      <attention-bars
        .tokens=${words}
        .keys=${this.keys === this.tokens ? undefined : keys}
        .query=${query}
        .detail=${detail}
        .was=${detail.original}
        .pencil=${map.name === undefined}
        .untrained=${this.untrained}
      ></attention-bars>
      <attention-heatmap
        class=${dimensions > kBesideBars ? 'wide' : ''}
        @attention-change=${(event: Event) => event.stopPropagation()}
        .heading=${texts.context(words[query] ?? '').join('')}
        .subtitle=${map.on ? texts.rows(dimensions) : texts.off}
        .tensor=${parts}
        .was=${shown.partsBefore}
        .rowLabels=${labels}
        .columnLabels=${dimensionNames(dimensions)}
        .untrained=${this.untrained}
      ></attention-heatmap>
    </div>`;
  }

  #point(event: CustomEvent<PointedCell | null>, { map, query: asking }: Shown): void {
    event.stopPropagation();
    const { attention, head, weights, shape } = map;
    const { field = 'weights', query, key = 0 } = event.detail ?? {};
    const row = query ?? asking;
    const value = weights[row * shape[1] + key];
    const isNone = event.detail === null || value === undefined;
    sendHover(this, isNone ? null : { field, query: row, key, value, attention, head });
  }

  #choose(event: CustomEvent<{ word: number }>): void {
    event.stopPropagation();
    sendView(this, 'attention-choose', { index: event.detail.word });
  }
}

/** The weighted value of each word, and below them their sum: [part, d_v]. */
function partsThatAddUp({ contributions, context }: RowDetail): Tensor {
  const [keys = 0, width = 1] = contributions.shape.slice(-2);
  const data = new Float32Array((keys + 1) * width);
  data.set(contributions.data);
  data.set(context.data, keys * width);
  return { axes: ['part', 'd_v'], shape: [keys + 1, width], data };
}

define('attention-matrices', AttentionMatrices);
