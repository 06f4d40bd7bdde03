/** `<attention-named-heads>`: the heads that have earned a name, with their scores, in the order of the relations. */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { formatProbability } from '../../../draw/format';
import {
  headsInOrder,
  type FoundHeads,
  type NamedHead,
  type RelationName,
} from '../../../model/heads/found-heads';
import { attentionOf } from '../../../model/heads/head-place';
import '../../../words/add-language-model';
import { define } from '../../base/define';
import { hasModifier } from '../../input/has-modifier';
import { WordedElement } from '../../base/worded';
import { wholePercent } from '../base/percent';
import { sendLanguage } from '../base/language-events';

export class AttentionNamedHeads extends WordedElement {
  static override styles = css`
    :host {
      display: block;
      margin-block: 0.5rem 1.5rem;
      color: var(--muted);
      font-size: 0.875rem;
      line-height: 1.75rem;
    }
    /* The room of its lines is kept until the heads are measured: two, or three in a narrower window. */
    .room {
      min-block-size: 3.5rem;
    }
    .key {
      line-height: 1.45;
    }
    .heads {
      display: flex;
      flex-wrap: wrap;
      column-gap: 0.75rem;
    }
    button {
      display: flex;
      column-gap: 0.25rem;
      padding: 0;
      border: 0;
      background: none;
      color: inherit;
      font: inherit;
      text-align: start;
      white-space: nowrap;
      font-variant-numeric: tabular-nums;
    }
    .name {
      color: var(--arc);
    }
    button:hover .name,
    [aria-pressed='true'] .name {
      text-decoration: underline 1px;
      text-underline-offset: 0.2em;
    }
    [aria-pressed='true'] {
      color: var(--ink);
      font-weight: 600;
    }
    button:focus-visible {
      outline: 2px solid var(--query);
      outline-offset: -2px;
    }
    p {
      margin: 0;
    }
    progress {
      inline-size: min(10rem, 100% - 1rem);
      margin-inline: 0.5rem;
      accent-color: var(--arc);
    }
    @media (max-width: 75rem) {
      .room {
        min-block-size: 5.25rem;
      }
    }
    /* One line that scrolls, with the room of its scrollbar. */
    @media (max-width: 40rem), (pointer: coarse) {
      .room {
        min-block-size: 3.25rem;
      }
      .heads {
        position: relative;
        flex-wrap: nowrap;
        margin-inline: -4px;
        padding-inline: 4px;
        overflow: auto hidden;
        scrollbar-width: thin;
      }
      button {
        flex: none;
        align-items: center;
        min-block-size: 2.75rem;
      }
    }
  `;

  @property({ attribute: false }) found: FoundHeads | undefined;
  /** A relation: a head that has earned its name is called by it. */
  @property({ attribute: false }) relation: RelationName | null = null;
  /** The number of sentences read so far, and of all sentences, until the heads are found. */
  @property({ attribute: false }) progress: readonly [done: number, all: number] | undefined;
  /** The layer of the head that is shown elsewhere on the page; layers and heads count from 0. */
  @property({ type: Number }) layer = -1;
  @property({ type: Number }) head = -1;

  #previewed: NamedHead | undefined;

  protected override render() {
    const { found: foundHeads, words } = this;
    if (!foundHeads && !this.progress) return html`<div class="room"></div>`;
    const none = foundHeads && headsInOrder(foundHeads, this.relation).length === 0;
    const { key } = words.languageModel.namedHeads;
    return html`<div class="room">
        ${foundHeads ? this.#list(foundHeads) : this.#waiting(...this.progress!)}
      </div>
      ${none ? nothing : html`<p class="key">${key}</p>`}`;
  }

  #list(foundHeads: FoundHeads) {
    const { namedHeads } = this.words.languageModel;
    const heads = headsInOrder(foundHeads, this.relation);
    if (heads.length === 0) return html`<p>${namedHeads.none}</p>`;
    const { layer, head } = this;
    const selected = heads.findIndex((place) => place.layer === layer && place.head === head);
    return html`<div
      class="heads"
      role="group"
      aria-label=${namedHeads.label}
      @keydown=${(event: KeyboardEvent) => this.#key(event)}
      @focusout=${() => this.#preview(undefined)}
      @pointerleave=${() => this.#preview(undefined)}
    >
      ${heads.map((place, i) => this.#head(place, i === selected, i === Math.max(0, selected)))}
    </div>`;
  }

  #waiting(done: number, all: number) {
    const { finding, namedHeads, relationsTitle } = this.words.languageModel;
    return html`<p>
      ${namedHeads.soon}
      <progress max=${all} .value=${done} aria-label=${relationsTitle}></progress>
      ${finding(done, all)}
    </p>`;
  }

  #head(one: NamedHead, isChosen: boolean, isFirst: boolean) {
    const { languageModel, marks } = this.words;
    const { layer, head, relation, share, others } = one;
    const place = languageModel.place(layer + 1, head + 1);
    const also = others.map(
      (other) => `${languageModel.relations[other.relation]} ${formatProbability(other.share)}`,
    );
    return html`<button
      type="button"
      tabindex=${isFirst ? 0 : -1}
      aria-pressed=${isChosen}
      title="${languageModel.label(place)}${[languageModel.relations[relation], ...also].join(marks.semicolon)}"
      @click=${() => sendLanguage(this, 'attention-head-choose', placeOf(one))}
      @focus=${() => this.#preview(one)}
      @pointermove=${(event: PointerEvent) => event.pointerType === 'mouse' && this.#point(one)}
    >
      <span>${layer + 1}·${head + 1}</span>
      <span class="name">${languageModel.shortRelations[relation]}</span>
      <span>${wholePercent(share)}</span>
    </button>`;
  }

  /** The chosen head comes into sight; the page stays where it is. */
  protected override updated(changed: PropertyValues<this>): void {
    const scroll = this.renderRoot.querySelector('.heads');
    const pressed = scroll?.querySelector<HTMLElement>('[aria-pressed=true]');
    if (
      !scroll ||
      !pressed ||
      !(['found', 'layer', 'head'] as const).some((name) => changed.has(name))
    )
      return;
    // Offsets are rounded: one more pixel on each side.
    const start = pressed.offsetLeft - 1;
    const end = pressed.offsetLeft + pressed.offsetWidth + 1;
    scroll.scrollLeft = Math.min(start, Math.max(end - scroll.clientWidth, scroll.scrollLeft));
  }

  /** Only when the pointer moves, not when a head scrolls below it. */
  #point(one: NamedHead): void {
    if (this.#previewed !== one) this.#preview(one);
  }

  #preview(one: NamedHead | undefined): void {
    this.#previewed = one;
    sendLanguage(this, 'attention-head-preview', { place: one && placeOf(one) });
  }

  /** Arrows move through the heads. */
  #key(event: KeyboardEvent): void {
    if (hasModifier(event)) return;
    const buttons = [...this.renderRoot.querySelectorAll('button')];
    const focused = buttons.indexOf(event.target as HTMLButtonElement);
    const last = buttons.length - 1;
    const to = {
      ArrowRight: focused + 1,
      ArrowDown: focused + 1,
      ArrowLeft: focused - 1,
      ArrowUp: focused - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[to]?.focus();
  }
}

const placeOf = ({ layer, head }: NamedHead) => ({ attention: attentionOf(layer), head });

define('attention-named-heads', AttentionNamedHeads);
