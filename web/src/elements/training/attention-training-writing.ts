/** `<attention-training-writing>`: a text that the model in training writes, repeated while it learns. */
import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { formatDecimal } from '../../draw/format';
import { joinTokens } from '../../training/own-text';
import { seedRow } from '../../settings/shared';
import type { TextTokens } from '../../model/examples/tasks';
import type { RunTrainer } from '../../model/trained/trainer';
import { writingOf, type MakeModel, type Writing } from '../../training/writing';
import '../../words/add-training-page';
import { messageOf } from '../../words/refusal';
import { define } from '../base/define';
import { linkButtons } from '../styles/link-button.styles';
import { WordedElement } from '../base/worded';
import { nextSeed } from './next-seed';
import { equalLists } from '../base/equal-lists';
import { NumberField } from '../parts/number-field';
import { problemLine } from '../parts/problem-line';

/** The number of new tokens, and how long a text is shown, in milliseconds. */
const kCount = { characters: 160, words: 40 };
const kPause = 500;

export class AttentionTrainingWriting extends WordedElement {
  static override styles = [
    linkButtons,
    css`
      h2 {
        font: 400 1.125rem/1.5 var(--serif);
      }
      /* Always as high, so that nothing below it moves while the model writes. */
      .text {
        display: block;
        block-size: 11lh;
        overflow-y: auto;
        margin: 0.25rem 0;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        font: 400 1.125rem/1.5 var(--serif);
      }
      @media (forced-colors: active) {
        .text .muted {
          text-decoration: underline dotted;
        }
      }
      p {
        margin: 0.25rem 0;
        font-size: 0.875rem;
      }
      label {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.25rem 0.75rem;
        font-size: 0.875rem;
        color: var(--muted);
      }
      /* On its own line, because the meaning of 0 is a long text. */
      .value {
        flex: 1 0 100%;
      }
      input[type='range'] {
        flex: 1 1 6rem;
        min-inline-size: 6rem;
      }
      input[type='text'] {
        inline-size: 6.5rem;
        padding: 0.15rem 0.3rem;
        border-width: 0 0 1px;
        border-radius: 0;
      }
      .problem {
        color: var(--wrong);
      }
      @media (pointer: coarse) {
        button,
        input {
          min-block-size: 2.75rem;
        }
      }
    `,
  ];

  @property({ attribute: false }) trainer: RunTrainer | null = null;
  @property({ attribute: false }) makeModel: MakeModel | undefined;
  /** The tokens that the text continues. */
  @property({ attribute: false }) prompt: readonly string[] = [];
  @property() learns: TextTokens = 'characters';
  /** The step of the run; each step writes its own text. */
  @property({ type: Number }) step = 0;
  @property({ type: Boolean }) playing = false;
  @state() private temperature = 0.5;
  @state() private seed = 1;
  @state() private writing: Writing | null = null;
  @state() private problem: Error | null = null;
  readonly #seedField = new NumberField(this);
  #isBusy = false;
  /** The inputs from which the last text was written. */
  #written: readonly unknown[] = [];
  #at = -Infinity;

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('trainer')) this.writing = this.problem = null;
  }

  protected override render() {
    const words = this.words.training.ownText.writing;
    const { writing, learns, temperature, seed } = this;
    const { seed: label, another } = words;
    const choose = (seed: number) => (this.seed = seed);
    const options = { label, type: 'text', row: seedRow, value: seed, choose } as const;
    return html`<h2>${words.heading}</h2>
      <p class="muted">
        ${!writing ? words.coming : writing.step === 0 ? words.untrained : words.by(writing.step)}
      </p>
      <bdi class="text" role="region" tabindex="0" aria-label=${words.heading}
        >${
          writing
            ? html`<span class="muted">${joinTokens(learns, writing.prompt)}</span
                >${this.#continued(writing)}`
            : nothing
        }</bdi
      >
      ${this.problem && problemLine(messageOf(this.problem)(this.words))}
      <label
        >${words.temperature}
        <input
          type="range"
          min="0"
          max="1.5"
          step="0.1"
          .value=${live(String(temperature))}
          aria-valuetext=${temperature === 0 ? words.greedy : formatDecimal(temperature, 1)}
          @input=${(event: Event) =>
            (this.temperature = Number((event.target as HTMLInputElement).value))}
        />
        <span class="value"
          >${temperature === 0 ? words.greedy : formatDecimal(temperature, 1)}</span
        ></label
      >
      ${this.#seedField.render(options, this.words)}
      <button type="button" @click=${() => (this.seed = nextSeed(seed))}>${another}</button>`;
  }

  /** The new text, with the space before its first word if there is one. */
  #continued({ prompt, tokens }: Writing): string {
    const all = joinTokens(this.learns, [...prompt, ...tokens]);
    return all.slice(joinTokens(this.learns, prompt).length);
  }

  protected override updated(): void {
    void this.#write();
  }

  /** Writes one text at a time; while the run plays, each text stays for a moment. */
  async #write(): Promise<void> {
    const { trainer, makeModel, prompt, learns, temperature, seed } = this;
    if (this.#isBusy || !trainer || !makeModel || prompt.length === 0) return;
    const from = [trainer, this.step, prompt.join('\0'), temperature, seed];
    if (equalLists(from, this.#written)) return;
    const isNew = trainer !== this.#written[0];
    if (this.playing && !isNew && performance.now() < this.#at + kPause) return;
    this.#isBusy = true;
    this.#written = from;
    try {
      const options = { prompt, count: kCount[learns], temperature, seed };
      const writing = await writingOf(trainer, makeModel, options);
      if (this.trainer === trainer) [this.writing, this.problem] = [writing, null];
    } catch (problem) {
      // Ignore the error if the run has another trainer by now, because it was restarted or lost.
      if (this.trainer === trainer && !trainer.isGone) this.problem = problem as Error;
    }
    this.#at = performance.now();
    this.#isBusy = false;
    // Properties may have changed in the meantime.
    this.requestUpdate();
  }
}

define('attention-training-writing', AttentionTrainingWriting);
