/** `<attention-head-card>`: a head's place, its earned names with their scores and baselines, and its switches. */
import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { formatProbability } from '../../../draw/format';
import {
  headKey,
  headNames,
  relationOfHead,
  type FoundHeads,
  type HeadName,
  type NearestOfKind,
  type RelationName,
} from '../../../model/heads/found-heads';
import { attentionOf, isHead, type HeadPlace } from '../../../model/heads/head-place';
import '../../../words/add-language-model';
import { define } from '../../base/define';
import { linkButtons } from '../../styles/link-button.styles';
import { WordedElement } from '../../base/worded';
import { sendLanguage } from '../base/language-events';

export class AttentionHeadCard extends WordedElement {
  static override styles = [
    linkButtons,
    css`
      :host {
        display: block;
        padding-block-end: 0.35rem;
        color: var(--muted);
        font-size: 0.875rem;
        line-height: 1.25rem;
      }
      p {
        margin: 0;
        text-wrap: pretty;
      }
      h2 {
        margin: 0;
        font: 400 0.875rem/1.25rem var(--sans);
      }
      .name {
        margin-block: 0.1rem;
        color: var(--arc);
        font: 400 1.5rem/1.25 var(--serif);
      }
      .name.none {
        color: var(--muted);
      }
      b {
        color: var(--ink);
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }
      .switches {
        display: var(--attention-tools, flex);
        flex-wrap: wrap;
        gap: 0 1rem;
        margin-block-start: 0.25rem;
      }
      button {
        color: inherit;
        font-size: inherit;
      }
      button:hover {
        color: var(--ink);
      }
      @media print {
        .switches {
          display: none;
        }
      }
      @media (pointer: coarse) {
        button {
          min-block-size: 2.75rem;
        }
      }
    `,
  ];

  /** The layer and the head, counted from 0. */
  @property({ type: Number }) layer = 0;
  @property({ type: Number }) head = 0;
  /** The heads of a layer. */
  @property({ type: Number }) heads = 1;
  @property({ attribute: false }) found: FoundHeads | undefined;
  /** The chosen relation. */
  @property({ attribute: false }) relation: RelationName | null = null;
  /** Heads that are switched off. */
  @property({ attribute: false }) off: readonly HeadPlace[] = [];

  /** Whether no words of the sentence are known to have the relation that the head is named after. */
  @property({ attribute: false }) isWithoutWords = false;

  protected override render() {
    const { languageModel } = this.words;
    const { layer, head } = this;
    const names = this.#names();
    const everyHead = Array.from({ length: this.heads }, (_, i) => i);
    return html`<h2>${languageModel.inCode(layer + 1, head + 1)}</h2>
      ${names.length > 0 ? this.#nameLines(names) : this.#none()}
      ${this.isWithoutWords ? html`<p>${languageModel.lit.noWords}</p>` : nothing}
      ${this.#areOff([head]) ? html`<p><b>${languageModel.card.isOff}</b></p>` : nothing}
      <p class="switches">
        ${this.#switch([head], languageModel.card.headOn, languageModel.card.headOff)}
        ${this.#switch(everyHead, languageModel.card.layerOn, languageModel.card.layerOff)}
      </p>`;
  }

  /** The names that the head has earned, in the order in which they are shown. */
  #names(): readonly HeadName[] {
    const { found: foundHeads, layer, head, relation } = this;
    return (foundHeads && headNames(foundHeads, relation).get(headKey(layer, head))) ?? [];
  }

  #nameLines([best, ...others]: readonly HeadName[]) {
    const { languageModel, marks } = this.words;
    const { relation, share, offset_share, nearest, rows, low, high } = best!;
    const bold = (value: number) => html`<b>${formatProbability(value)}</b>`;
    return html`<p class="name">${languageModel.relations[relation]}</p>
      <p>
        ${languageModel.card.right(bold(share), rows, formatProbability(low), formatProbability(high), bold(offset_share), this.#nearest(nearest, low, high))}
        ${nearest?.share === 1 ? languageModel.card.cannotTell(this.#nearestName(nearest)) : nothing}
      </p>
      ${
        others.length > 0
          ? html`<p>
              ${languageModel.card.also(others.map((other) => `${languageModel.relations[other.relation]} ${formatProbability(other.share)}`).join(marks.comma))}
            </p>`
          : nothing
      }`;
  }

  /**
   * How often the nearest noun or verb is the right word, compared with the interval of the head's share, or with the share
   * itself where no interval is shown.
   */
  #nearest(nearest: NearestOfKind | undefined, low: number, high = low) {
    if (!nearest) return '';
    const { betterIn, withinIn, nearestIn } = this.words.languageModel.card;
    const { share } = nearest;
    const inRows = share > high ? betterIn : share > low ? withinIn : nearestIn;
    return inRows(this.#nearestName(nearest), html`<b>${formatProbability(share)}</b>`);
  }

  #nearestName({ kind, side }: NearestOfKind): string {
    return this.words.languageModel.card.nearest[kind][side];
  }

  /**
   * For a head without a name: its score for the chosen relation, or for that in which it exceeds the best fixed distance
   * most.
   */
  #none() {
    const { languageModel } = this.words;
    const { found: foundHeads } = this;
    if (!foundHeads) return html`<p class="name none">${languageModel.card.notMeasured}</p>`;
    const { layer, head } = this;
    const { card, relations } = languageModel;
    const withScore = this.relation === null ? card.mostAbove : card.ofChosen;
    const shown = relationOfHead(foundHeads, layer, head, this.relation);
    return html`<p class="name none">${card.noName}</p>
      <p>
        ${
          shown
            ? withScore(
                relations[shown.relation],
                formatProbability(shown.share),
                formatProbability(shown.offset_share),
                this.#nearest(shown.nearest, shown.share),
              )
            : card.unmeasured
        }
      </p>`;
  }

  #areOff(heads: readonly number[]): boolean {
    const attention = attentionOf(this.layer);
    return heads.every((head) => this.off.some(isHead(attention, head)));
  }

  #switch(heads: readonly number[], on: string, off: string) {
    const attention = attentionOf(this.layer);
    const places = heads.map((head) => ({ attention, head }));
    const isOff = this.#areOff(heads);
    return html`<button
      type="button"
      @click=${() => sendLanguage(this, 'attention-heads-switch', { places, on: isOff })}
    >
      ${isOff ? on : off}
    </button>`;
  }
}

define('attention-head-card', AttentionHeadCard);
