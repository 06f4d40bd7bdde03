/** The part of an engine that a training run uses, and the page's engine for elements without their own. */
import type { RecipeReader } from '../../model/trained/trained-model';
import type { MakeTrainer } from '../../model/trained/trainer';
import type { MakeModel } from '../../training/writing';
import { provision } from '../base/provision';

/** `createEngine({ wasmUrl })` of training.wasm has it; tests may use another implementation. */
export interface TrainingEngine extends RecipeReader {
  trainer: MakeTrainer;
  /** Creates a model that writes texts; needed for tasks that learn a text. */
  model?: MakeModel;
}

const { provide, provided } = provision<() => Promise<TrainingEngine>>();

/** Sets the engine of elements without their own. Only the first call has an effect. */
export const provideTrainingEngine = provide;

/** Waits for `provideTrainingEngine`, whose script may load after the elements. */
export async function providedTrainingEngine(): Promise<TrainingEngine> {
  return (await provided)();
}
