/** The end of the training page: the recipe, two runs side by side, and the files of the run. */
import { html } from 'lit';
import type { RecipeChange } from '../../settings/recipe';
import { taskRow } from '../../model/examples/tasks';
import type { Words } from '../../words/words';
import './attention-training-compare';
import './attention-training-keep';
import './attention-training-recipe';
import type { TrainingEngine } from './training-engine';
import type { TrainingSession } from './training-session';

/** `change`: begins another run, with this recipe. */
export function runParts(
  { run, state }: TrainingSession,
  engine: TrainingEngine | Promise<TrainingEngine> | undefined,
  lab: string,
  { training: words, recipe }: Words,
  change: (recipe: RecipeChange) => void,
) {
  return html`<details class="recipe">
      <summary>${recipe.heading}</summary>
      <attention-training-recipe
        .recipe=${run!.recipe}
        .refused=${run!.recipe ? null : run!.problem}
        .change=${state.recipe}
        .options=${taskRow(state.model).options}
        @attention-recipe=${({ detail }: CustomEvent<RecipeChange>) => change(detail)}
      ></attention-training-recipe>
    </details>
    <details class="compare">
      <summary>${words.compare.heading}</summary>
      <attention-training-compare
        .engine=${engine}
        .seed=${state.seed}
      ></attention-training-compare>
    </details>
    <section class="keep">
      <h2>${words.keep.heading}</h2>
      <attention-training-keep
        .run=${run}
        .recipe=${run!.recipe}
        .task=${state.model}
        .lab=${lab}
      ></attention-training-keep>
    </section>`;
}
