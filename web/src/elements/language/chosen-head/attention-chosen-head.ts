/**
 * `<attention-chosen-head>`: the selected head, enlarged: its weights, the weighted values, and the arithmetic of one
 * weight.
 */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import type { DelimiterForm } from '../../../model/language/language-state';
import type { InspectedText, TextModel } from '../../../model/language/text-model';
import type { Tensor } from '../../../tensors/tensor';
import { placedTokens } from '../../../model/tokens/placed-tokens';
import type { HeadMap } from '../../head-maps/head-map';
import '../../../words/add-language-model';
import { define } from '../../base/define';
import { WordedElement } from '../../base/worded';
import '../../views/attention-heatmap';
import './attention-value-weighted';
import './attention-weight-arithmetic';
import { sendChange } from '../base/language-change';
import { partStyles } from '../base/part.styles';
import { addMapProvenance } from '../base/sentence-maps';

export class AttentionChosenHead extends WordedElement {
  static override styles = [
    partStyles,
    css`
      p {
        margin-block-end: 1rem;
      }
    `,
  ];

  @property({ attribute: false }) model: TextModel | undefined;
  @property({ attribute: false }) seen: InspectedText | undefined;
  /** The map of the head, with `tokens` as labels. */
  @property({ attribute: false }) map: HeadMap | undefined;
  @property({ attribute: false }) tokens: readonly string[] = [];
  /** The first token that is shown. */
  @property({ type: Number }) from = 0;
  /** The query token, counted among those shown. */
  @property({ type: Number }) word = 0;
  @property({ type: Number }) layer = 0;
  @property() delimiters: DelimiterForm = 'hidden';
  /** Whether the model is MiniLM as published. */
  @property({ type: Boolean }) published = false;

  /** The key token of the chosen weight, counted from the first one after the delimiter; null for the largest weight. */
  @property({ type: Number }) key: number | null = null;

  #shown: Tensor | null = null;
  #names: readonly string[] = [];

  /** Returns the same object for the same map, so that the map is painted once. */
  #tensor({ weights, shape }: HeadMap): Tensor {
    if (this.#shown?.data !== weights)
      this.#shown = { axes: ['query', 'key'], shape: [...shape], data: weights };
    return this.#shown;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('tokens')) this.#names = placedTokens(this.tokens);
  }

  protected override render() {
    const { model, seen, map } = this;
    if (!model || !seen || !map) return nothing;
    const { languageModel: words, marks } = this.words;
    const { attention, head, name } = map;
    const place = { attention, head };
    const query = this.word + this.from;
    const key = this.key === null ? undefined : this.key + 1;
    const scale = name === undefined ? 'pencil' : 'ink';
    return html`<h2>
        ${words.inCode(this.layer + 1, head + 1)}${name === undefined ? nothing : html`${marks.colon}${name}`}
      </h2>
      <p>${words.chosenHint[this.delimiters]}</p>
      <attention-value-weighted
        .model=${model}
        .seen=${seen}
        .place=${place}
        .scale=${scale}
        .query=${query}
        .ends=${this.delimiters === 'shown'}
        @attention-change=${({ detail }: CustomEvent<{ word: number; key?: number }>) => this.#ask(detail)}
      >
        <attention-heatmap
          heading=${words.weights}
          @attention-provenance=${addMapProvenance(seen, this.delimiters, words.place(this.layer + 1, head + 1))}
          .scale=${scale}
          .tensor=${this.#tensor(map)}
          .rowLabels=${this.#names}
          .columnLabels=${this.#names}
          .query=${this.word}
        ></attention-heatmap>
      </attention-value-weighted>
      <attention-weight-arithmetic
        .model=${model}
        .published=${this.published}
        .seen=${seen}
        .place=${place}
        .query=${query}
        .key=${key !== undefined && key < seen.tokens.length ? key : undefined}
        @attention-key-choose=${({ detail }: CustomEvent<{ key: number }>) => this.#choose({ key: detail.key - 1 })}
      ></attention-weight-arithmetic>`;
  }

  /** Chooses the word and the key of a cell in one of the maps. Its row and column count the tokens shown. */
  #ask({ word, key }: { readonly word: number; readonly key?: number }): void {
    const from = this.from - 1;
    this.#choose({ word: word + from, key: key === undefined ? null : key + from });
  }

  #choose(place: { readonly word?: number; readonly key: number | null }): void {
    this.key = place.key;
    sendChange(this, place);
  }
}

define('attention-chosen-head', AttentionChosenHead);
