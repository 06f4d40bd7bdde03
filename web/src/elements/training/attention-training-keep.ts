/** `<attention-training-keep>`: a run's parameters, recipe and curves as files, and the run as a script. */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { TrainerRecipe } from '../../engine/client/engine';
import { curvesOf } from '../../training/curves';
import type { TrainingRun } from '../../training/run';
import type { RunTrainer } from '../../model/trained/trainer';
import { stepsKept } from '../../training/steps-kept';
import { isShippedModel } from '../../model/trained/shipped-models';
import { taskRow, type ShownTask } from '../../model/examples/tasks';
import '../../words/add-training-page';
import { loaded, messageOf, type TranslatedMessage } from '../../words/refusal';
import { copyText } from '../input/copy-text';
import { define } from '../base/define';
import { linkButtons } from '../styles/link-button.styles';
import { screenOnly } from '../styles/theme';
import { WordedElement } from '../base/worded';
import { problemLine } from '../parts/problem-line';
import type { SavedRun } from './training-files';

type Files = typeof import('./training-files');

const kinds = ['parameters', 'recipe', 'csv', 'svg', 'pytorch', 'npz'] as const;
type Kind = (typeof kinds)[number];

export class AttentionTrainingKeep extends WordedElement {
  static override styles = [
    linkButtons,
    screenOnly,
    css`
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1.5rem;
        margin: 0.5rem 0;
        padding: 0;
        list-style: none;
      }
      p {
        font-size: 0.875rem;
      }
      button:disabled {
        color: var(--muted);
      }
      .problem {
        color: var(--wrong);
      }
      @media (pointer: coarse) {
        button {
          min-block-size: 2.75rem;
        }
      }
    `,
  ];

  @property({ attribute: false }) run: TrainingRun | null = null;
  /** The recipe of the run, once it has started. */
  @property({ attribute: false }) recipe: TrainerRecipe | null = null;
  @property() task: ShownTask = 'goes_with';
  /** The lab's address; empty without one. */
  @property() lab = '';
  @state() private problem: TranslatedMessage | null = null;
  /** Whether a script was copied, or the file in which it was saved instead. */
  @state() private status: TranslatedMessage | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('run')) this.#forget();
  }

  #forget(): void {
    this.problem = null;
    this.status = null;
  }

  protected override render() {
    const { keep: words, digitRun } = this.words.training;
    const { recipe, task, lab } = this;
    const keptSteps = recipe?.architecture === 'vision' ? stepsKept(recipe) : Infinity;
    return html`<ul>
        ${kinds.map(
          (kind) =>
            html`<li>
              <button type="button" ?disabled=${!recipe} @click=${() => void this.#save(kind)}>
                ${words[kind]}
              </button>
            </li>`,
        )}
      </ul>
      ${lab && isShippedModel(task) ? html`<p class="muted">${words.lab}</p>` : nothing}
      ${recipe && keptSteps < recipe.steps! ? html`<p class="muted">${digitRun.batches(keptSteps)}</p>` : nothing}
      <p role="status">${this.status?.(this.words)}</p>
      ${this.problem && problemLine(this.problem(this.words))}`;
  }

  async #save(kind: Kind): Promise<void> {
    const { run, task, words } = this;
    if (!run?.recipe) return;
    this.#forget();
    try {
      const { recipe, first, step } = run;
      const saved = { recipe, first, step, curves: curvesOf(run.history, taskRow(task).namedBy) };
      const files = await loaded(import('./training-files'));
      if (kind === 'parameters') files.saveParameters(recipe, await run.parameters());
      else if (kind === 'recipe') files.saveRecipe(saved);
      else if (kind === 'csv') files.saveCsv(saved);
      else if (kind === 'pytorch') await this.#copy(saved, run.trainer!, files);
      else if (kind === 'npz') await this.#saveBatches(saved, run, files);
      else await this.withDecimalMark(() => files.saveSvg(saved, this, words, task));
    } catch (error) {
      const why = messageOf(error as Error);
      this.problem = (words) => words.save.failed(why(words));
    }
  }

  /** Without a clipboard, the script is saved as a file. */
  async #copy(saved: SavedRun, trainer: RunTrainer, files: Files): Promise<void> {
    const script = files.trainingScript(saved, trainer);
    const name = (await copyText(script)) ? null : files.saveScript(saved, script);
    this.status = ({ clipboard }) => (name === null ? clipboard.copied : clipboard.saved(name));
  }

  async #saveBatches(saved: SavedRun, run: TrainingRun, files: Files): Promise<void> {
    const trainer = await run.makeTrainer();
    try {
      await files.saveBatches(saved, trainer);
    } finally {
      trainer.dispose();
    }
  }
}

define('attention-training-keep', AttentionTrainingKeep);
