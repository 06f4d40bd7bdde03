/** `<attention-guess>`: short experiments. One guesses what the model will say; the guess sets the page, and the model answers. */
import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatTenths } from '../../draw/format';
import { experimentNames, isAt, kIdle, type ExperimentName } from '../../model/experiments';
import type { Inspected } from '../../model/loaded-model';
import { defaultModelState, type ModelState } from '../../model/model-state';
import { changedPlaces, exampleView } from '../../training/example-view';
import { taskRow } from '../../training/tasks';
import type { Guess } from '../../training/view-types';
import '../../words/add-trained';
import '../../words/add-training';
import { define } from '../base/define';
import { WordedElement } from '../base/worded';
import { HeadWords } from '../training/head-words';

const outcomes = ['still', 'first', 'second', 'other'] as const;
type Outcome = (typeof outcomes)[number];

/** @fires {CustomEvent<ExperimentName | null>} attention-experiment - to set the page, or null to undo */
export class AttentionGuess extends WordedElement {
  static override styles = css`
    :host {
      max-inline-size: 56rem;
    }
    h2 {
      font: 400 1.5rem/1.3 var(--serif);
    }
    ol {
      margin: 0.75rem 0 0;
      padding: 0;
      list-style: none;
      counter-reset: experiment;
    }
    li {
      counter-increment: experiment;
      display: grid;
      grid-template-columns: 2.5rem minmax(0, 1fr);
      padding-block: 0.75rem;
      border-block-start: 1px solid var(--line);
    }
    li::before {
      content: counter(experiment);
      font: 400 1.5rem/1.75rem var(--serif);
      color: var(--muted);
    }
    p {
      margin: 0;
    }
    .asked {
      font: 400 1.125rem/1.55 var(--serif);
    }
    .muted {
      font-size: 0.875rem;
    }
    .guesses {
      display: flex;
      flex-wrap: wrap;
      gap: 0.25rem 1.5rem;
      margin-block-start: 0.25rem;
    }
    button {
      padding: 0.2rem 0;
      border: 0;
      border-radius: 0;
      border-block-end: 1px solid var(--pencil);
      background: none;
      font-size: 0.875rem;
    }
    button:hover {
      border-color: var(--ink);
    }
    [aria-pressed='true'] {
      border-block-end: 2px solid var(--ink);
      font-weight: 600;
    }
    .outcome {
      margin-block-start: 0.35rem;
      font: 400 1.125rem/1.55 var(--serif);
    }
    .outcome:empty {
      display: none;
    }
    @media (pointer: coarse) {
      button {
        min-block-size: 2.75rem;
      }
    }
  `;

  /** The two examples as the model learned them. */
  @property({ attribute: false }) originals: readonly Inspected[] = [];
  @property({ attribute: false }) state: ModelState = defaultModelState;
  /** What the model says now for the two examples. */
  @property({ attribute: false }) answers: readonly (Guess | undefined)[] = [];
  @state() private guessed: ReadonlyMap<ExperimentName, Outcome> = new Map();

  protected override render() {
    const { guess } = this.words.trained;
    if (this.originals.length === 0) return nothing;
    return html`<h2>${guess.heading}</h2>
      <p class="muted">${guess.hint}</p>
      <ol>
        ${experimentNames.map((name) => this.#experiment(name))}
      </ol>`;
  }

  #experiment(name: ExperimentName) {
    const { guess } = this.words.trained;
    const isShown = isAt(name, this.state, this.originals);
    const guessed = this.guessed.get(name);
    return html`<li>
      <div>
        <p class="asked" id=${name}>${this.#question(name)}</p>
        <div class="guesses" role="group" aria-labelledby=${name}>
          ${outcomes.map(
            (outcome) =>
              html`<button
                type="button"
                aria-pressed=${guessed === outcome}
                @click=${() => this.#guess(name, outcome)}
              >
                ${this.#name(outcome)}
              </button>`,
          )}
        </div>
        <p class="outcome" role="status">${isShown ? this.#outcome(guessed) : nothing}</p>
        ${
          isShown
            ? html`<button type="button" @click=${() => this.#ask(null)}>${guess.back}</button>`
            : nothing
        }
      </div>
    </li>`;
  }

  #question(name: ExperimentName) {
    const { guess } = this.words.trained;
    const { training } = this.words;
    const names = new HeadWords(training, 'goes_with');
    const [first = [], second = []] = this.originals.map(
      ({ example }) => exampleView(example).words,
    );
    const place = changedPlaces(first, second).at(-1) ?? 0;
    const cited = (word: string | undefined) => html`<i lang="en">${word}</i>`;
    const it = cited(first[taskRow('goes_with').asked]);
    const layer = names.titleOf(kIdle.attention);
    if (name === 'number') return guess.questions.number(cited(second[place]), layer);
    if (name === 'layer') return guess.questions.layer(it, layer);
    if (name === 'idle') {
      const head = `${layer}, ${training.head(kIdle.head + 1)}`;
      return guess.questions.idle(head, it);
    }
    const last = [cited(first[place]), '/', cited(second[place])];
    return guess.questions[name](last, it);
  }

  /** What each guess says of the two answers. */
  #name(outcome: Outcome) {
    const { guess } = this.words.trained;
    const [first, second] = this.#learned.map((token) => html`<i lang="en">${token}</i>`);
    if (outcome === 'other') return guess.other;
    if (outcome === 'still') return guess.still(first, second);
    return guess.both(outcome === 'first' ? first : second);
  }

  #outcome(guessed: Outcome | undefined) {
    const { guess } = this.words.trained;
    const [first, second] = this.answers;
    if (!first || !second) return nothing;
    const said = ({ token, probability }: Guess) =>
      html`<i lang="en">${token}</i> ${formatTenths(Math.round(1000 * probability))}`;
    const verdict = guessed === this.#measured ? guess.right : guess.wrong;
    return html`${guess.outcome(said(first), said(second))} ${guessed ? verdict : nothing}`;
  }

  /** What the model says for the two examples as it learned them. */
  get #learned(): (string | undefined)[] {
    const { asked } = taskRow('goes_with');
    return this.originals.map(({ example }) => example.answers[asked]?.[0]?.token);
  }

  get #measured(): Outcome {
    const [first, second] = this.answers.map((answer) => answer?.token);
    const [learnedFirst, learnedSecond] = this.#learned;
    if (first === learnedFirst && second === learnedSecond) return 'still';
    if (first !== second) return 'other';
    return first === learnedFirst ? 'first' : first === learnedSecond ? 'second' : 'other';
  }

  #guess(name: ExperimentName, outcome: Outcome): void {
    this.guessed = new Map([...this.guessed, [name, outcome]]);
    this.#ask(name);
  }

  #ask(detail: ExperimentName | null): void {
    this.dispatchEvent(
      new CustomEvent('attention-experiment', { detail, bubbles: true, composed: true }),
    );
  }
}

define('attention-guess', AttentionGuess);
