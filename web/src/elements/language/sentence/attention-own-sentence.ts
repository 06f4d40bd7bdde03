/** `<attention-own-sentence>`: the visitor's sentence, and examples with measured facts. */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatDecimal } from '../../../draw/format';
import { linkOf } from '../../../settings/link';
import {
  measureExample,
  turnOf,
  type MeasuredExample,
} from '../../../model/language/measured-examples';
import { isSmallEnglish, sharedSentence } from '../../../model/examples/small-english';
import { countChanges } from '../../../model/language/language-changes';
import { allUndone } from '../../../model/language/language-state';
import { tokenRange } from '../../../model/language/token-range';
import { languageExamples } from '../../../model/language/language-examples';
import type { FoundHeads } from '../../../model/heads/found-heads';
import type { ChangedText } from '../../../model/language/text-changes';
import type { CutText, TextModel } from '../../../model/language/text-model';
import '../../../words/add-language-model';
import { messageOf, refusalOf } from '../../../words/refusal';
import { define } from '../../base/define';
import { inLanguage } from '../../base/in-language';
import { plainButtons } from '../../styles/link-button.styles';
import { selectIn } from '../../input/select-in';
import { WordedElement } from '../../base/worded';
import { changedLine } from '../../parts/changed-line';
import { changedLineStyles } from '../../parts/changed-line.styles';
import { growingField } from '../base/growing-field';
import { sendChange } from '../base/language-change';
import { partStyles } from '../base/part.styles';
import { sendLanguage } from '../base/language-events';
import { problemLine } from '../../parts/problem-line';

export class AttentionOwnSentence extends WordedElement {
  static override styles = [
    partStyles,
    changedLineStyles,
    plainButtons,
    growingField.styles,
    css`
      :host {
        display: block;
      }
      .field {
        font: 400 1.5rem/1.4 var(--serif);
      }
      label,
      ul {
        color: var(--muted);
        font-size: 0.875rem;
      }
      .label {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        align-items: baseline;
        gap: 0 1.5rem;
      }
      .label p {
        max-inline-size: none;
      }
      .label .is-changed {
        color: var(--ink);
      }
      summary {
        inline-size: fit-content;
        padding-block: 0.25rem;
        color: var(--muted);
        font-size: 0.875rem;
        cursor: pointer;
      }
      a {
        display: inline-block;
        padding-block: 0.25rem;
        color: var(--ink);
        font-size: 0.875rem;
        text-decoration-color: var(--muted);
        text-underline-offset: 0.3em;
      }
      /* The list covers the content below it, which does not move. */
      .more {
        position: relative;
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 1.5rem;
      }
      ul {
        position: absolute;
        inset-inline: 0;
        z-index: 3;
        margin: 0;
        padding: 0.25rem 0 0.5rem;
        border-block-end: 1px solid var(--muted);
        background: var(--paper);
        list-style: none;
      }
      li {
        display: flex;
        flex-wrap: wrap;
        gap: 0 1rem;
        align-items: baseline;
        padding-block: 0.15rem;
      }
      li button {
        padding: 0.15rem 0;
        border: 0;
        background: none;
        font: 400 1.125rem/1.4 var(--serif);
        text-align: start;
        text-decoration: underline;
        text-decoration-color: var(--muted);
        text-underline-offset: 0.3em;
      }
      b {
        color: var(--arc);
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }
      @media (max-width: 37.5rem) {
        .field {
          font-size: 1.125rem;
        }
      }
      @media (pointer: coarse) {
        li button,
        summary {
          min-block-size: 2.75rem;
        }
      }
    `,
  ];

  @property({ attribute: false }) model: TextModel | undefined;
  @property() text = '';
  @property({ attribute: false }) found: FoundHeads | undefined;
  /** The changes with which its numbers are computed. */
  @property({ attribute: false }) changes: ChangedText = {};
  /** Whether the page lists the changes. */
  @property({ type: Boolean }) listed = false;
  /** The place at which the text is cut, if it is too long. */
  @property({ attribute: false }) cut: CutText | null | undefined;
  /** The token that stands for words or characters that the model does not know, if there are any. */
  @property({ attribute: false }) unknown: string | null | undefined;
  @property({ attribute: false }) problem: Error | null = null;
  /** The address of the lab; empty without one. */
  @property() lab = '';
  @property({ type: Number }) word = 0;
  /** Null for an example whose words the model splits into other tokens. */
  @state() private measured: readonly (MeasuredExample | null)[] = [];
  /** Why the examples could not be measured. */
  @state() private measureProblem: Error | null = null;

  /** Selects a token in the field, to be written over. */
  select(token: number): void {
    const field = this.renderRoot.querySelector('textarea')!;
    // A refused text has no tokens.
    const tokens = this.problem ? [] : this.model!.tokenize(field.value).tokens;
    selectIn(field, tokenRange(field.value, tokens, token));
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('model')) this.measured = [];
    if (changed.has('model') || changed.has('found')) void this.#measure();
  }

  protected override render() {
    const { languageModel: words } = this.words;
    const { problem, cut } = this;
    return html`<div class="label" tabindex="-1">
        <label for="text">${words.sentence}</label>
        ${this.#changed()}
        <p id="text-hint">${words.sentenceHint}</p>
      </div>
      ${growingField.render({
        text: this.text,
        describedBy: ['text-hint', 'text-cut', 'text-problem'],
        isInvalid: problem !== null,
        onInput: (text) => sendChange(this, { text }),
      })}
      <p id="text-cut" role="status">
        ${cut && this.model && !problem ? words.cut(this.model.max_length, cut.tokens, cut.after) : nothing}
        ${this.unknown && !problem ? words.unknown(this.unknown) : nothing}
      </p>
      ${problemLine(problem && messageOf(problem)(this.words), 'text-problem')}
      <div class="more">
        <details
          @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && this.#closeExamples()}
          @focusout=${({ relatedTarget, currentTarget }: FocusEvent) => {
            if (!(currentTarget as Element).contains(relatedTarget as Element | null))
              this.#examples.open = false;
          }}
        >
          <summary>${words.examples}</summary>
          <ul tabindex="-1" aria-label=${words.examples}>
            ${languageExamples.map(
              ({ text }, i) =>
                html`<li>
                  <button type="button" lang="en" @click=${() => this.#show(i)}>${text}</button>
                  ${this.#exampleText(i)}
                </li>`,
            )}
            ${this.measureProblem ? html`<li class="problem">${messageOf(this.measureProblem)(this.words)}</li>` : nothing}
          </ul>
        </details>
        ${this.lab ? this.#inLab() : nothing}
      </div>`;
  }

  #changed() {
    const count = countChanges(this.changes, this.model?.heads ?? 0);
    if (count === 0) return nothing;
    const show = () => sendLanguage(this, 'attention-changes-show', null);
    const undo = () => {
      this.takeFocus();
      sendChange(this, allUndone);
    };
    return changedLine(count, this.listed ? show : null, undo, this.words);
  }

  /** Takes the focus of a button that disappears with the changes it undoes. */
  takeFocus(): void {
    this.renderRoot.querySelector<HTMLElement>('.label')!.focus({ preventScroll: true });
  }

  /** A link to the lab's model: with the sentence, if that model can read it. */
  #inLab() {
    const { lab, language } = this;
    const { inLab, labItself } = this.words.languageModel;
    const reads = isSmallEnglish(this.text);
    const hash = linkOf({ model: 'goes_with', ...(reads && sharedSentence(this)) });
    return html`<a href=${`${lab}#${inLanguage(hash, language)}`}>${reads ? inLab : labItself}</a>`;
  }

  /** The text about an example, with its measured number. */
  #exampleText(i: number) {
    const { example: words, place } = this.words.languageModel;
    const measured = this.measured[i];
    const example = languageExamples[i]!;
    if (!measured) return nothing;
    const bold = (value: number) => html`<b>${formatDecimal(value, 2)}</b>`;
    if (measured.of === 'cosine')
      return 'same' in example
        ? html`<span
            >${words.cosines(example.from, bold(measured.same), bold(measured.other), example.layers)}</span
          >`
        : nothing;
    if ('same' in example) return nothing;
    const { weight, layer, head, before, rival } = measured;
    const { from, to, rival: other } = example;
    const where = place(layer + 1, head + 1);
    if (before === undefined || rival === undefined || other === undefined)
      return html`<span>${words.weight(from, to, bold(weight), where)}</span>`;
    const texts = { flips: words.flips, leans: words.noFlip, stays: words.stays };
    return html`<span
      >${words.leans(from, to, bold(weight), bold(before), where)}
      ${texts[turnOf(weight, before, rival)](other, bold(rival))}</span
    >`;
  }

  get #examples(): HTMLDetailsElement {
    return this.renderRoot.querySelector('details')!;
  }

  #closeExamples(): void {
    this.#examples.open = false;
    this.#examples.querySelector('summary')!.focus();
  }

  #show(i: number): void {
    this.#closeExamples();
    const { text, word } = languageExamples[i]!;
    const measured = this.measured[i];
    const head = measured?.of === 'weight' ? { layer: measured.layer, head: measured.head } : {};
    sendChange(this, { text, word, relation: null, ...head });
  }

  async #measure(): Promise<void> {
    const { model, found: foundHeads } = this;
    this.measureProblem = null;
    if (!model || !foundHeads) return;
    const isShown = () => this.model === model && this.isConnected;
    const measured: (MeasuredExample | null)[] = [];
    try {
      for (const example of languageExamples) {
        measured.push(await measureExample(example, model, foundHeads).catch(nullIfRefused));
        if (!isShown()) return;
      }
      this.measured = measured;
    } catch (error) {
      if (isShown()) this.measureProblem = error as Error;
    }
  }
}

/** Another model's tokenizer may split the words of an example. Throws any other error again. */
function nullIfRefused(error: unknown): null {
  refusalOf(error);
  return null;
}

define('attention-own-sentence', AttentionOwnSentence);
