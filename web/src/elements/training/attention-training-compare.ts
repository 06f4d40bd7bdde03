/**
 * `<attention-training-compare>`: two runs from one seed on the same axes; and over ten seeds, the number of models
 * with a head that earns a name.
 */
import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import {
  comparisonNames,
  recipePair,
  differingSetting,
  recipeOf,
  type RecipePair,
  type ComparisonName,
} from '../../training/comparisons';
import { formatDecimal, formatRight, withMark } from '../../draw/format';
import { curvesOf } from '../../training/curves';
import { headName } from '../../model/heads/head-name';
import { shortRecipeText } from '../../settings/recipe';
import { TrainingRun } from '../../training/run';
import { taskRow } from '../../model/examples/tasks';
import { countSeeds, type SeedCount } from '../../training/ten-seeds';
import '../../words/add-recipe';
import '../../words/add-training-page';
import { messageOf } from '../../words/refusal';
import { define } from '../base/define';
import { linkButtons } from '../styles/link-button.styles';
import { WordedElement } from '../base/worded';
import { problemLine } from '../parts/problem-line';
import './attention-training-curves';
import { providedTrainingEngine, type TrainingEngine } from './training-engine';

const kSeeds = 10;

export class AttentionTrainingCompare extends WordedElement {
  static override styles = [
    linkButtons,
    css`
      .line {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0.5rem 1.5rem;
        margin-block: 0.5rem 1rem;
        font-size: 0.875rem;
        color: var(--muted);
      }
      label {
        max-inline-size: 100%;
      }
      select {
        padding: 0.1rem 0;
        border-width: 0 0 1px;
        border-radius: 0;
        color: var(--ink);
      }
      input {
        vertical-align: middle;
        accent-color: var(--ink);
      }
      ul {
        padding: 0;
        list-style: none;
        font: 400 1.125rem/1.5 var(--serif);
      }
      small {
        display: block;
        font: 0.875rem/1.45 var(--sans);
        color: var(--muted);
      }
      .problem {
        color: var(--wrong);
      }
      @media (pointer: coarse) {
        button,
        select {
          min-block-size: 2.75rem;
        }
      }
    `,
  ];

  @property({ attribute: false }) engine: TrainingEngine | Promise<TrainingEngine> | undefined;
  @property({ type: Number }) seed = 1;
  @state() private what: ComparisonName = 'heads';
  @state() private places = 2;
  @state() private counts: readonly (SeedCount | null)[] = [null, null];
  @state() private isCounting = false;
  /** Why the models could not be counted. */
  @state() private problem: Error | null = null;
  #runs: readonly TrainingRun[] = [];
  /** The comparison that the runs belong to. */
  #compared: RecipePair | null = null;
  #counting = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end();
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('seed')) this.#end();
  }

  protected override render() {
    const { compare: words, tasks } = this.words.training;
    const { task } = recipePair(this.what, this.places);
    const isRunning = this.#runs.some((run) => run.isPlaying);
    return html`<p class="line">${words.hint(tasks[task].name)}</p>
      <div class="line">
        <label
          >${words.what}
          <select @change=${(event: Event) => this.#choose(event)}>
            ${comparisonNames.map(
              (name) =>
                html`<option value=${name} .selected=${live(name === this.what)}>
                  ${words.choices[name]}
                </option>`,
            )}
          </select>
        </label>
        ${
          this.what === 'heads'
            ? html`<label
                >${words.places}
                <input
                  type="range"
                  min="1"
                  max="8"
                  .value=${live(String(this.places))}
                  @input=${(event: Event) => {
                    this.places = Number((event.target as HTMLInputElement).value);
                    this.#end();
                  }}
                />
                ${this.places}</label
              >`
            : nothing
        }
        <button type="button" @click=${() => (isRunning ? this.#pause() : this.#start())}>
          ${isRunning ? words.stop : words.start}
        </button>
        <button
          type="button"
          @click=${() => (this.isCounting ? this.#stopCounting() : void this.#count())}
        >
          ${this.isCounting ? words.stop : words.seeds}
        </button>
      </div>
      ${this.problem && problemLine(messageOf(this.problem)(this.words))}
      ${this.#compared ? this.#result(this.#compared) : nothing}`;
  }

  #result(comparison: RecipePair) {
    const words = this.words.training;
    const namedBy = taskRow(comparison.task).namedBy;
    const [first, second] = this.#runs.map((run) => curvesOf(run.history, namedBy));
    const setting = differingSetting(comparison);
    return html`${
        first && second
          ? html`<attention-training-curves
              fixed
              .curves=${first}
              .second=${second}
              .steps=${this.#runs[0]!.steps}
            ></attention-training-curves>`
          : nothing
      }
      <ul aria-live="off">
        ${[comparison.first, comparison.second].map((change, i) => {
          const run = this.#runs[i];
          const name = `${this.words.recipe.labels[setting]} ${withMark(shortRecipeText(change[setting]!))}`;
          const evaluation = run?.history.evaluationAt(run.step);
          const best = Math.max(
            0,
            ...(evaluation?.heads ?? []).map((scores) => headName(scores, namedBy).score),
          );
          const count = this.counts[i];
          return html`<li>
            ${
              evaluation
                ? words.compare.run(
                    name,
                    formatRight(evaluation.accuracy, 0),
                    formatDecimal(best, 2),
                  )
                : name
            }
            ${
              count
                ? html`<small>${words.compare.named(count.named, count.right, count.seeds)}</small>`
                : nothing
            }
            ${
              run?.problem
                ? html`<small class="problem">${messageOf(run.problem)(this.words)}</small>`
                : nothing
            }
          </li>`;
        })}
      </ul>`;
  }

  #choose(event: Event): void {
    this.what = (event.target as HTMLSelectElement).value as ComparisonName;
    this.#end();
  }

  #end(): void {
    this.#stopCounting();
    this.#endRuns();
    this.#compared = null;
    this.counts = [null, null];
  }

  #endRuns(): void {
    for (const run of this.#runs) run.end();
    this.#runs = [];
  }

  /** The counts so far stay. */
  #stopCounting(): void {
    this.#counting++;
    this.isCounting = false;
    this.problem = null;
  }

  #pause(): void {
    for (const run of this.#runs) run.pause();
    this.requestUpdate();
  }

  async #make(): Promise<TrainingEngine['trainer']> {
    const engine = await (this.engine ?? providedTrainingEngine());
    return (recipe, options) => engine.trainer(recipe, options);
  }

  #start(): void {
    this.#endRuns();
    const compared = (this.#compared ??= recipePair(this.what, this.places));
    this.#runs = [compared.first, compared.second].map((change) => {
      const run = new TrainingRun(
        recipeOf(compared.task, this.seed, change),
        async (recipe, options) => (await this.#make())(recipe, options),
        {
          changed: () => this.requestUpdate(),
          frame: () => new Promise((resolve) => requestAnimationFrame(resolve)),
        },
        // These runs cannot be rewound; snapshots of every fifth step would take 30 MB a run.
        { every: 1_000_000, snapshots: 1 },
      );
      run.speed = 'end';
      run.play();
      return run;
    });
    this.requestUpdate();
  }

  async #count(): Promise<void> {
    const mine = ++this.#counting;
    const isWanted = () => mine === this.#counting && this.isConnected;
    const compared = (this.#compared ??= recipePair(this.what, this.places));
    this.counts = [null, null];
    this.problem = null;
    this.isCounting = true;
    try {
      const make = await this.#make();
      const namedBy = taskRow(compared.task).namedBy;
      for (const [i, change] of [compared.first, compared.second].entries()) {
        const recipe = recipeOf(compared.task, this.seed, change);
        for await (const count of countSeeds(make, recipe, namedBy, kSeeds, isWanted)) {
          if (!isWanted()) return;
          this.counts = this.counts.with(i, count);
        }
      }
    } catch (problem) {
      if (isWanted()) this.problem = problem as Error;
    }
    if (isWanted()) this.isCounting = false;
  }
}

define('attention-training-compare', AttentionTrainingCompare);
