/** `<attention-training-keep>`: saves a run's parameters, recipe and curves as files. */
import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { curvesOf } from '../../training/curves';
import type { TrainingRun } from '../../training/run';
import { taskRow, type ShownTask } from '../../training/tasks';
import '../../words/add-training';
import { messageOf } from '../../words/refusal';
import { define } from '../base/define';
import { screenOnly } from '../base/theme';
import { WordedElement } from '../base/worded';
import { HeadWords } from './head-words';

const kinds = ['parameters', 'recipe', 'csv', 'svg'] as const;
type Kind = (typeof kinds)[number];

export class AttentionTrainingKeep extends WordedElement {
  static override styles = [
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
      button {
        padding: 0;
        border: 0;
        background: none;
        text-decoration: underline;
        text-decoration-color: var(--muted);
        text-underline-offset: 0.3em;
      }
      p {
        color: var(--wrong);
        font-size: 0.875rem;
      }
      @media (pointer: coarse) {
        button {
          min-block-size: 2.75rem;
        }
      }
    `,
  ];

  @property({ attribute: false }) run: TrainingRun | null = null;
  @property() task: ShownTask = 'goes_with';
  @state() private problem = '';

  protected override render() {
    const words = this.words.training.keep;
    return html`<ul>
        ${kinds.map(
          (kind) =>
            html`<li>
              <button type="button" @click=${() => void this.#save(kind)}>${words[kind]}</button>
            </li>`,
        )}
      </ul>
      ${this.problem ? html`<p role="alert">${this.problem}</p>` : nothing}`;
  }

  async #save(kind: Kind): Promise<void> {
    const { run, task, words } = this;
    if (!run?.recipe) return;
    this.problem = '';
    try {
      const { recipe, step } = run;
      const saved = { recipe, step, curves: curvesOf(run.history, taskRow(task).namedBy) };
      const files = await import('./training-files');
      if (kind === 'parameters') files.saveParameters(saved, await run.parameters());
      else if (kind === 'recipe') files.saveRecipe(saved);
      else if (kind === 'csv') files.saveCsv(saved);
      else await files.saveSvg(saved, this, words, new HeadWords(words.training, task));
    } catch (error) {
      this.problem = words.save.failed(messageOf(error as Error)(words));
    }
  }
}

define('attention-training-keep', AttentionTrainingKeep);
