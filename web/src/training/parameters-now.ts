/** The parameters of a model in training, with the step that they are of. */
import type { NamedTensors } from '../../../wasm/engine';
import type { RunTrainer } from '../model/trained/trainer';

export interface ParametersNow {
  readonly step: number;
  readonly parameters: NamedTensors;
}

/** Tensors of a snapshot other than parameters (core/training/trainer_state.h). */
const notParameters = /^(first_moment|second_moment|velocity)\.|^progress$/;

/** A single request, so that parameters and step belong together while the run continues. */
export async function parametersNow(trainer: RunTrainer): Promise<ParametersNow> {
  const { step, tensors } = await trainer.snapshot();
  const parameters = Object.fromEntries(
    Object.entries(tensors).filter(([name]) => !notParameters.test(name)),
  );
  return { step, parameters };
}
