/**
 * The film of a model: its recipe, trained again from step 0. At each shown step, a model with that step's parameters
 * computes the page's examples, with the same changes as the model from the file. Loads when it is first opened.
 */
import type { RowPlace, TrainerRecipe } from '../../../engine/client/engine';
import type { ModelEngine } from '../../../model/trained/inspected-model';
import { taskRow, type ShownTask } from '../../../model/examples/tasks';
import { hasRow } from '../../../model/stages/story-row';
import { curvesOf, type Curves } from '../../../training/curves';
import { TrainingRun } from '../../../training/run';
import type { RunTrainer } from '../../../model/trained/trainer';
import '../../../words/add-story';
// Why a run has stopped.
import '../../../words/add-training-page';
import type { DigitImages } from '../../digits/digit-images';
import { computeExample, type ExampleResult } from './example-result';
import { kUnchanged, type ShownResult } from './shown-model';

export interface FilmShown extends ShownResult {
  readonly step: number;
}

interface Hooks {
  readonly engine: () => Promise<ModelEngine>;
  /** The images of the digits task. */
  readonly images: DigitImages | undefined;
  /** The current result of the model from the file. */
  readonly file: () => ShownResult | null;
  /** The row whose arithmetic the story shows. */
  readonly row: () => { readonly example: number; readonly place: RowPlace } | undefined;
  readonly changed: () => void;
}

export class Film {
  readonly run: TrainingRun;
  /** The latest step that was inspected. */
  result: FilmShown | null = null;
  readonly #task: ShownTask;
  #isEnded = false;

  constructor(
    recipe: TrainerRecipe,
    private readonly hooks: Hooks,
  ) {
    const { engine, images, changed } = hooks;
    this.#task = recipe.task as ShownTask;
    this.run = new TrainingRun(
      recipe,
      async (whole, options) =>
        (await engine()).trainer(whole, { ...options, ...(images && { data: images }) }),
      {
        changed,
        inspect: (trainer) => this.#inspect(trainer),
        frame: () => new Promise((resolve) => requestAnimationFrame(resolve)),
      },
    );
    this.run.speed = '4';
    this.inspectAgain();
  }

  get curves(): Curves {
    return curvesOf(this.run.history, taskRow(this.#task).namedBy);
  }

  /** Inspects again after a change of the examples or of the model. */
  inspectAgain(): void {
    this.run.watch([]);
  }

  end(): void {
    this.#isEnded = true;
    this.run.end();
    this.result?.loaded.dispose();
  }

  /** The run waits meanwhile. */
  async #inspect(trainer: RunTrainer): Promise<void> {
    const file = this.hooks.file();
    if (!file) return;
    const step = trainer.step_count;
    const loaded = await file.loaded.withParameters(await trainer.parameters());
    const row = this.hooks.row();
    const see = async (
      { input: read, text, original }: ExampleResult,
      i: number,
    ): Promise<ExampleResult> => {
      if (!original) return { input: read, text };
      const hasPlace = row?.example === i && hasRow(original.model.trace, row.place);
      const place = hasPlace ? row.place : undefined;
      const learned = await loaded.inspect(read, kUnchanged, [], place);
      return computeExample(loaded, file.state, i, read, learned, undefined, place);
    };
    const last = this.result;
    try {
      const examples = await Promise.all(file.examples.map(see));
      if (!this.#isEnded) this.result = { state: file.state, loaded, step, examples };
    } finally {
      (this.result?.loaded === loaded ? last?.loaded : loaded)?.dispose();
    }
  }
}
