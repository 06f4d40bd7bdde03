/**
 * `<attention-guess>`: short experiments. The visitor guesses an answer; then the page is set up, and the model
 * answers.
 */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatProbability } from '../../../draw/format';
import {
  experiment,
  experimentNames,
  isAt,
  stateOf,
  stateWithout,
  type ExperimentName,
} from '../../../model/trained/experiments';
import { reasonOf, type Reason } from '../../../model/trained/experiment-reasons';
import type { Inspected } from '../../../model/trained/inspected-model';
import { defaultModelState, type ModelState } from '../../../model/trained/model-state';
import { kOwnExample } from '../../../model/changes/visitor-changes';
import type { Guess } from '../../../model/examples/answers';
import { taskRow } from '../../../model/examples/tasks';
import '../../../words/add-guess';
import '../../../words/add-training';
import type { Phrase } from '../../../words/forms/phrase';
import { define } from '../../base/define';
import { sender } from '../../base/sender';
import { WordedElement } from '../../base/worded';
import type { ListedChange } from '../../story/editor/attention-changes';
import { HeadWords } from '../../head-maps/head-words';
import './attention-guess-minilm';
import { guessStyles } from './attention-guess.styles';

const kOther = '';

interface Outcome {
  readonly answers: readonly Guess[];
  /** Undefined if the measurement contradicts it. */
  readonly reason: Reason | undefined;
}

/** All elements, or none if one is undefined. */
function known<One>(all: readonly (One | undefined)[]): readonly One[] {
  const some = all.filter((item) => item !== undefined);
  return some.length === all.length ? some : [];
}

const send = sender<{ 'attention-experiment': ModelState }>();

/** @fires {CustomEvent<ModelState>} attention-experiment - to set the page, or to undo */
export class AttentionGuess extends WordedElement {
  static override styles = guessStyles;

  /** The two pinned examples as the model learned them. */
  @property({ attribute: false }) originals: readonly Inspected[] = [];
  /** The current state of the page. */
  @property({ attribute: false }) state: ModelState = defaultModelState;
  /** The pinned examples and the visitor's own, with the current changes. */
  @property({ attribute: false }) changed: readonly (Inspected | undefined)[] = [];
  /** The current answers for the pinned examples and for the visitor's own. */
  @property({ attribute: false }) answers: readonly (Guess | undefined)[] = [];
  /** The address of the lab with its other pages; '' where it is not known. */
  @property() lab = '';
  /** The current changes of the model. */
  @property({ attribute: false }) changes: readonly ListedChange[] = [];
  /** The model's answers in each experiment, with the reason. */
  readonly #outcomes = new Map<ExperimentName, Outcome>();
  /** The state of the page that each experiment was set in. */
  readonly #before = new Map<ExperimentName, ModelState>();
  /** The model that they belong to, by its first example. */
  #of: Inspected | undefined;
  @state() private guessed: ReadonlyMap<ExperimentName, string> = new Map();

  protected override willUpdate(): void {
    const [original] = this.originals;
    if (original !== this.#of) {
      this.#outcomes.clear();
      this.#before.clear();
      this.guessed = new Map();
    }
    this.#of = original;
    // Answers are kept only after a guess: the same state may also be set by hand or by a link.
    for (const name of this.guessed.keys()) {
      const answers = this.#answers(name);
      if (answers.length > 0 && isAt(name, this.state, this.originals))
        this.#outcomes.set(name, { answers, reason: this.#reason(name) });
    }
  }

  get #names(): ExperimentName[] {
    return experimentNames.filter((name) => experiment(name).model === this.state.model);
  }

  protected override render() {
    const { guess } = this.words;
    if (this.originals.length === 0) return nothing;
    return html`<h2>${guess.heading}</h2>
      <p class="muted">${guess.hint}</p>
      <ol>
        ${this.#names.map((name) => this.#experiment(name))}
      </ol>
      ${
        this.lab && this.state.model === 'goes_with'
          ? html`<attention-guess-minilm .lab=${this.lab}></attention-guess-minilm>`
          : nothing
      }`;
  }

  #experiment(name: ExperimentName) {
    const { guess } = this.words;
    const isShown = isAt(name, this.state, this.originals);
    const guessed = this.guessed.get(name);
    const outcome = this.#outcome(name, isShown);
    const classes = `outcome ${isShown ? '' : 'earlier'}`;
    return html`<li>
      <div>
        <p class="prompt" id=${name}>${this.#question(name)}</p>
        <div class="guesses" role="group" aria-labelledby=${name}>
          ${[...experiment(name).guesses, kOther].map(
            (answer, i) =>
              html`<button
                type="button"
                aria-pressed=${guessed === answer}
                @click=${() => this.#guess(name, answer)}
              >
                ${this.#name(answer, i === 0)}
              </button>`,
          )}
        </div>
        <div role="status">
          <p class=${classes}>${outcome}</p>
          ${this.#why(name)}
        </div>
        ${isShown && this.changes.length > 0 ? html`<p class="muted">${guess.changed(this.#changed())}</p>` : nothing}
        ${
          isShown
            ? html`<button type="button" @click=${(event: Event) => this.#undo(name, event)}>
                ${this.#before.has(name) ? guess.back : guess.asLearned}
              </button>`
            : nothing
        }
      </div>
    </li>`;
  }

  #question(name: ExperimentName) {
    const { guess, training, lab } = this.words;
    const { model, cites, at } = experiment(name);
    const question: string | ((...parts: unknown[]) => readonly unknown[]) = guess.questions[name];
    if (typeof question === 'string') return question;
    const parts: unknown[] = cites.map((word) => this.#quoted(word));
    if (!at) return question(...parts);
    const layer = new HeadWords(training, model).titleOf(at.attention);
    return question(...parts, at.head === undefined ? layer : lab.headIn(layer, at.head + 1));
  }

  /** The text of a guess. If the experiment is about both pinned examples, the first guess is that nothing changes. */
  #name(answer: string, isFirst: boolean) {
    const { guess } = this.words;
    if (answer === kOther) return guess.other;
    const [first, second] = answer.split(' ');
    if (second === undefined) return this.#quoted(first!);
    if (first === second) return guess.both(this.#quoted(first!));
    return guess[isFirst ? 'still' : 'pair'](this.#quoted(first!), this.#quoted(second));
  }

  /** The changes as a list with dots between them, because names contain commas. */
  #changed() {
    return this.changes.map(
      ({ name, now }, i) =>
        html`${i === 0 ? '' : ' · '}<bdi>${name}</bdi>${this.words.marks.colon}${now}`,
    );
  }

  /** The answer of an experiment stays when another one is done. */
  #outcome(name: ExperimentName, isShown: boolean) {
    const { guess } = this.words;
    const measured = this.#outcomes.get(name);
    if (!measured) return nothing;
    const outcome = this.#compared(name, measured.answers);
    return isShown ? outcome : guess.earlier(outcome);
  }

  /** Measured with the answer, and kept with it. */
  #why(name: ExperimentName) {
    const reason = this.#outcomes.get(name)?.reason;
    if (!reason) return nothing;
    const say: (...parts: unknown[]) => Phrase = this.words.guess.reasons[name];
    const words = reason.words.map((word) => this.#quoted(word));
    const shares = reason.shares.map((share) => formatProbability(share));
    return html`<p class="reason">${say(...words, ...shares)}</p>`;
  }

  #compared(name: ExperimentName, answers: readonly Guess[]) {
    const { guess } = this.words;
    const [first, second] = answers.map(
      ({ token, probability }) => html`${this.#quoted(token)} ${formatProbability(probability)}`,
    );
    const outcome = guess.outcome(second ? guess.pair(first, second) : first);
    const answer = answers.map(({ token }) => token).join(' ');
    const measured = experiment(name).guesses.includes(answer) ? answer : kOther;
    const isRight = this.guessed.get(name) === measured;
    return guess[isRight ? 'right' : 'wrong'](html`${outcome}`);
  }

  /** Empty until the model has answered all examples that the experiment asks about. */
  #answers(name: ExperimentName): readonly Guess[] {
    return known(this.#ofExperiment(name, this.answers));
  }

  #reason(name: ExperimentName): Reason | undefined {
    const changed = known(this.#ofExperiment(name, this.changed));
    return changed.length > 0 ? reasonOf(name, this.originals, changed) : undefined;
  }

  /** Selects the entries for the examples that the experiment asks about. */
  #ofExperiment<One>(name: ExperimentName, all: readonly One[]): (One | undefined)[] {
    return experiment(name).text !== undefined ? [all[kOwnExample]] : all.slice(0, kOwnExample);
  }

  /** A quoted word in its language. Letters and numbers have none; the inputs of the translation are English. */
  #quoted(word: string) {
    const isRead = this.originals[0]!.example.tokens.includes(word);
    const { language } = taskRow(this.state.model);
    return html`<i lang=${language && isRead ? 'en' : (language ?? nothing)}>${word}</i>`;
  }

  #guess(name: ExperimentName, answer: string): void {
    this.guessed = new Map([...this.guessed, [name, answer]]);
    const shownName = this.#names.find((name) => isAt(name, this.state, this.originals));
    // Going from one experiment to another keeps the visitor's own state.
    const isOther = shownName !== undefined && shownName !== name && this.#before.has(shownName);
    const ownState = isOther ? this.#without(shownName) : this.state;
    if (shownName !== name) this.#before.set(name, ownState);
    send(this, 'attention-experiment', stateOf(name, ownState, this.originals));
  }

  /** The button disappears, so the focus moves to the first guess. */
  #undo(name: ExperimentName, { currentTarget }: Event): void {
    send(this, 'attention-experiment', this.#without(name));
    (currentTarget as HTMLElement).closest('li')!.querySelector('button')!.focus();
  }

  #without(name: ExperimentName): ModelState {
    return stateWithout(name, this.state, this.originals, this.#before.get(name));
  }
}

define('attention-guess', AttentionGuess);
