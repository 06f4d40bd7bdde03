/**
 * A trained model from its file: one that ships with the site, or the visitor's own. A trainer that starts with its
 * parameters reads texts as the task does, knows the right answers, and measures the heads.
 */
import type {
  DigitImages,
  Evaluation,
  ExampleInspection,
  RecipeInfo,
  TrainerRecipe,
} from '../../../../wasm/engine';
import { kHeldOut, type RunTrainer } from './trainer';
import { DigitPatches, type Images } from './digit-patches';
import { InspectedModel, type ModelEngine, type ModelParts } from './inspected-model';
import type { ModelExample } from './model-example';
import { readTrainedModel, type TrainedModel } from './trained-model';

/** The number of texts whose readings are kept. */
const kTexts = 50;

type Loaded = RecipeInfo & TrainedModel & { trainer: RunTrainer; evaluation: Evaluation };

export class LoadedModel extends InspectedModel {
  /** Figures measured when the file was made, on as many held-out examples as `examples` says. */
  readonly figures: Readonly<Record<string, number>>;
  /** How many steps it was trained, of those of its recipe. */
  readonly step: number;
  readonly steps: number;
  readonly examples: number;
  /** The recipe in the file. Settings that it lacks have the task's defaults. */
  readonly requested: TrainerRecipe;
  /** The scores of the heads, measured here. */
  readonly evaluation: Evaluation;
  readonly #trainer: RunTrainer;

  /** `data`: the images of the task digits. */
  static async load(
    engine: ModelEngine,
    file: Uint8Array | Blob,
    data?: DigitImages & Images,
  ): Promise<LoadedModel> {
    const images = data && { data };
    const read = await readTrainedModel(file, engine, images);
    const { recipe, parameters, config } = read;
    const from = { step: stepOf(read), tensors: parameters };
    const made = [
      engine.model({ config, parameters }),
      engine.trainer(
        { ...recipe, batch: 1, pool: 1 },
        { ...images, snapshots: { every: 0, count: 0 }, from },
      ),
    ] as const;
    try {
      const [model, trainer] = await Promise.all(made);
      const evaluation = await trainer.evaluate(kHeldOut);
      const patches = data && new DigitPatches(data);
      const parts = { engine, info: read, parameters, model, patches, read: reader(trainer) };
      return new LoadedModel(parts, { ...read, trainer, evaluation });
    } catch (problem) {
      // The engine may have made one of them, or may still make it.
      for (const one of made) one.then((one) => one.dispose()).catch(() => {});
      throw problem;
    }
  }

  private constructor(parts: ModelParts, loaded: Loaded) {
    super(parts);
    this.figures = loaded.figures;
    this.step = stepOf(loaded);
    this.steps = loaded.recipe.steps ?? 0;
    this.requested = loaded.requested;
    this.examples = loaded.examples;
    this.evaluation = loaded.evaluation;
    this.#trainer = loaded.trainer;
  }

  get parameterCount(): number {
    return Object.values(this.parameters).reduce((sum, { data }) => sum + data.length, 0);
  }

  /** The share of right answers in the hardest kind of examples, if the file distinguishes kinds. */
  get worst(): number | undefined {
    return this.figures['worst category'];
  }

  /** The share of right answers. */
  get right(): number | undefined {
    return this.figures['right'] ?? this.figures['exact'];
  }

  override get isGone(): boolean {
    return super.isGone || this.#trainer.isGone;
  }

  override dispose(): void {
    super.dispose();
    this.#trainer.dispose();
  }
}

const stepOf = ({ step, recipe }: TrainedModel & RecipeInfo): number => step ?? recipe.steps ?? 0;

function reader(trainer: RunTrainer): ModelParts['read'] {
  const texts = new Map<string, Promise<ExampleInspection>>();
  return ({ text, example }: ModelExample) => {
    let read = texts.get(text);
    if (!read) {
      read = trainer.inspect(example, {});
      texts.set(text, read);
      for (const [old] of texts) {
        if (texts.size <= kTexts) break;
        texts.delete(old);
      }
    }
    return read;
  };
}
