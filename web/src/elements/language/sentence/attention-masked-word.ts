/** `<attention-masked-word>`: the words that a model predicts for masked words, with their probabilities. */
import { css, html, nothing, svg, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatPrecision, formatProbability } from '../../../draw/format';
import type { Picture } from '../../../draw/pictures/picture';
import {
  kMaskedText,
  maskWords,
  partsOf,
  type MaskedText,
  type TextPart,
} from '../../../model/language/masked-text';
import type { LanguageState } from '../../../model/language/language-state';
import type { CutText, PredictedWord, TextModel } from '../../../model/language/text-model';
import type { HeadPlace } from '../../../model/heads/head-place';
import { paragraph } from '../../../words/forms/paragraph';
import '../../../words/add-language-model';
import { messageOf } from '../../../words/refusal';
import { addProvenance, type ProvenanceEvent } from '../../save/provenance-event';
import { define } from '../../base/define';
import { LatestTask } from '../../base/latest-task';
import { WordedElement } from '../../base/worded';
import '../../save/attention-save';
import type { SaveContent } from '../../save/save-content';
import '../../views/attention-table';
import { growingField } from '../base/growing-field';
import { sendChange } from '../base/language-change';
import { partStyles } from '../base/part.styles';
import { problemLine } from '../../parts/problem-line';

const kMaxWords = 10;

/** The model's predictions at one mask. */
interface Place {
  readonly hidden: TextPart;
  readonly words: readonly PredictedWord[];
}

interface Shown {
  readonly masked: MaskedText;
  readonly off: readonly HeadPlace[];
  readonly places: readonly Place[];
}

/** @fires {CustomEvent<Partial<LanguageState>>} attention-language-change - when the visitor changes the text */
export class AttentionMaskedWord extends WordedElement {
  static override styles = [
    partStyles,
    growingField.styles,
    css`
      :host {
        display: block;
      }
      .field {
        font: 400 1.125rem/1.5 var(--serif);
      }
      label {
        display: block;
        margin-block: 0.5rem 0.25rem;
        color: var(--muted);
        font-size: 0.875rem;
      }
      [role='group'] {
        margin-block: 0.5rem;
        font: 400 1.125rem/2.1 var(--serif);
        overflow-wrap: anywhere;
      }
      [role='group'] button {
        padding: 0.1rem 0.3rem;
        border: 1px dashed var(--muted);
        border-radius: 2px;
        font: inherit;
        line-height: 1.2;
      }
      [role='group'] button[aria-pressed='true'] {
        border-style: solid;
        border-color: var(--arc);
        background: var(--arc);
        color: var(--paper);
        forced-color-adjust: none;
      }
      .places {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr));
        gap: 0 3rem;
      }
      ol {
        margin: 0.5rem 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: minmax(0, min(8rem, 30%)) minmax(0, 1fr) 3.5rem;
        gap: 0.75rem;
        align-items: center;
        padding-block: 0.1rem;
      }
      li bdi {
        font: 400 1.125rem/1.4 var(--serif);
        overflow-wrap: anywhere;
      }
      li.same bdi {
        text-decoration: underline;
        text-decoration-thickness: 2px;
        text-underline-offset: 0.25em;
      }
      svg {
        inline-size: 100%;
        block-size: 0.5rem;
      }
      .track {
        fill: var(--line);
      }
      .filled {
        fill: var(--arc);
      }
      .share {
        font-size: 0.875rem;
        font-variant-numeric: tabular-nums;
        text-align: end;
      }
      @media (forced-colors: active) {
        [role='group'] button[aria-pressed='true'] {
          border-color: Highlight;
          background: Highlight;
          color: HighlightText;
        }
      }
      @media (pointer: coarse) {
        [role='group'] button {
          min-block-size: 2.75rem;
        }
      }
    `,
  ];

  /** Without a head for masked words it shows nothing. */
  @property({ attribute: false }) model: TextModel | undefined;
  /** Heads that are switched off. */
  @property({ attribute: false }) off: readonly HeadPlace[] = [];
  @property({ attribute: false }) masked: MaskedText = kMaskedText;
  @state() private result: Shown | null = null;
  @state() private cut: CutText | null = null;
  @state() private problem: Error | null = null;
  readonly #reading = new LatestTask(
    () => this.model !== undefined && this.isConnected,
    () => this.#read(),
  );

  get shown(): Partial<LanguageState> {
    if (!this.result) return {};
    const { masked, off } = this.result;
    return { masked, off };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#reading.ask();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.result = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('model')) [this.result, this.problem] = [null, null];
    if (['model', 'off', 'masked'].some((name) => changed.has(name))) void this.#reading.ask();
  }

  protected override render() {
    const { model, result, cut, problem } = this;
    if (!model?.predictsWords) return nothing;
    const { masked: words } = this.words.languageModel;
    const { text } = this.masked;
    return html`<h2>${words.title}</h2>
      <p id="hint">${words.hint(model.mask!)}</p>
      <label for="text">${words.text}</label>
      ${growingField.render({
        text,
        describedBy: ['hint', 'cut', 'problem'],
        isInvalid: problem !== null,
        onInput: (typed) => this.#change({ ...this.masked, text: typed }),
      })}
      <div role="group" lang="en" aria-label=${words.choose}>
        ${partsOf(text, model.mask!).map((part) => this.#part(part))}
      </div>
      <p id="cut" role="status">
        ${cut && !problem ? this.words.languageModel.cut(model.max_length, cut.tokens, cut.after) : nothing}
      </p>
      ${problemLine(problem && messageOf(problem)(this.words), 'problem')}
      <p role="status">${result ? this.#summary(result) : nothing}</p>
      ${result && result.places.length > 0 ? this.#places(result) : nothing}`;
  }

  #part({ name, word }: TextPart) {
    return word < 0
      ? html`<span>${name}</span>`
      : html`<button
          type="button"
          aria-pressed=${this.masked.words.includes(word)}
          @click=${() => this.#toggle(word)}
        >
          ${name}
        </button>`;
  }

  #summary({ places }: Shown): string {
    const { masked: words } = this.words.languageModel;
    if (places.length === 0) return words.none;
    return paragraph(
      places.map(({ hidden, words: [first] }) =>
        words.best(hidden.name, first!.word, formatProbability(first!.probability)),
      ),
    );
  }

  #places({ masked, places }: Shown) {
    const { masked: words } = this.words.languageModel;
    const name = ({ hidden }: Place) => words.place(hidden.name);
    return html`<attention-save
        label=${words.likely}
        @attention-provenance=${(event: ProvenanceEvent) => addProvenance(event, { text: masked.text })}
        .content=${() => this.#saved(places)}
      ></attention-save>
      <div class="places">
        ${places.map(
          (place) =>
            html`<section>
              <h3>${name(place)}</h3>
              <ol lang="en" aria-label=${name(place)}>
                ${place.words.map((word) => this.#word(word, place))}
              </ol>
            </section>`,
        )}
      </div>
      <attention-table
        label=${words.likely}
        .content=${() => ({
          columns: [words.mask, words.word, words.probability],
          rows: places.flatMap((place) =>
            place.words.map(({ word, probability }) => [
              name(place),
              word,
              formatPrecision(probability, 6),
            ]),
          ),
        })}
      ></attention-table>`;
  }

  #saved(places: readonly Place[]): SaveContent {
    const { masked: words, label: named } = this.words.languageModel;
    const guesses = places.flatMap(({ hidden, words: likely }) =>
      likely.map((guess) => ({
        ...guess,
        label: `${named(words.place(hidden.name))}${guess.word}`,
      })),
    );
    const data = Float32Array.from(guesses, ({ probability }) => probability);
    const labels = { word: guesses.map(({ label }) => label), probability: [words.probability] };
    const tensor = { axes: ['word', 'probability'], shape: [data.length, 1], data };
    const picture = (): Picture => ({
      kind: 'bars',
      title: words.likely,
      bars: guesses.map(({ label, word, probability }) => ({
        label: places.length === 1 ? word : label,
        weight: probability,
        share: formatProbability(probability),
        role: 'key',
      })),
    });
    return { name: 'masked-words', picture, numbers: { tensor, labels }, result: null };
  }

  #word({ word, probability }: PredictedWord, { hidden }: Place) {
    const isSame = !hidden.isMask && hidden.text.toLowerCase() === word.toLowerCase();
    return html`<li class=${isSame ? 'same' : ''}>
      <bdi>${word}</bdi>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        ${svg`<rect class="track" width="100" height="8"></rect>
          <rect class="filled" width=${100 * probability} height="8"></rect>`}
      </svg>
      <span class="share">${formatProbability(probability)}</span>
    </li>`;
  }

  #toggle(word: number): void {
    const { text, words } = this.masked;
    const others = words.filter((each) => each !== word);
    const isMasked = others.length < words.length;
    this.#change({ text, words: isMasked ? others : [...words, word].toSorted((a, b) => a - b) });
  }

  #change(to: MaskedText): void {
    this.masked = to;
    sendChange(this, { masked: to });
  }

  /** If the text cannot be read, the previous predictions stay. */
  async #read(): Promise<void> {
    const { model, off, masked } = this;
    if (!model?.predictsWords) return;
    const { text, hidden } = maskWords(masked, model.mask!);
    try {
      const { cut, tokens } = model.tokenize(text);
      this.cut = cut;
      // A mask may be shown as a piece of the word before it: "·<mask>".
      const isRead = tokens.some((token) => token.endsWith(model.mask!));
      const predictions = isRead
        ? await model.predictWords(text, { max_words: kMaxWords, off })
        : [];
      if (this.model !== model || !this.isConnected) return;
      const isOnlyBehindCut = hidden.length > 0 && !isRead;
      const places = predictions.map((words, i) => ({ hidden: hidden[i]!, words }));
      this.result = isOnlyBehindCut ? null : { masked, off, places };
      this.problem = null;
    } catch (error) {
      if (this.model === model) this.problem = error as Error;
    }
  }
}

define('attention-masked-word', AttentionMaskedWord);
