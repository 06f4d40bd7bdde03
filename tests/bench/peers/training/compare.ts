/**
 * A training step of a task, ours through `engine.trainer` and TensorFlow.js's with its wasm backend, timed in turns.
 * Node measures processor time, because other programs may take most of a busy machine. (TensorFlow.js's JavaScript
 * backend takes 4 to 9 times as long, and its garbage disturbs the others.)
 */
import * as tf from '@tensorflow/tfjs-core';
import { createEngine, type TrainerRecipe } from '../../../../web/src/engine/client/engine.ts';
import { measureInTurns, type Contender } from '../../../../web/src/measure/contender.ts';
import { limitOf } from '../../../../web/src/measure/limit.ts';
import { flopsOfStep } from './flops.ts';
import { TensorFlowTrainer } from './tensorflow-model.ts';

export const kTasks = ['goes_with', 'induction', 'sort', 'translation', 'reverse', 'copy'] as const;
export type Task = (typeof kTasks)[number];

/**
 * The penalty applies from the first step, so that every step does the same work, and the learning rate hardly changes
 * the model: a run far beyond its recipe has denormal numbers, which take longer.
 */
export const recipeOf = (task: Task): TrainerRecipe => ({
  task,
  seed: 1,
  entropy_begin: 0,
  entropy_full: 0,
  learning_rate: 1e-5,
});

const kBatches = 20;
/** The losses of this many steps have to agree. */
const kChecked = 10;
const kTolerance = 1e-3;

export interface MeasuredTraining {
  /** Our time in milliseconds. */
  readonly ours: number;
  readonly tensorFlow: number;
  /** The relative difference of the losses. */
  readonly difference: number;
  /** The share of the speed of a loop that only multiplies and adds. */
  readonly share: number;
}

export async function measureTraining(
  task: Task,
  wasmBinary: ArrayBuffer,
  limitBinary: BufferSource,
  rounds: number,
  clock?: () => number,
): Promise<MeasuredTraining> {
  const engine = await createEngine({ wasmBinary, worker: false });
  const trainer = await engine.trainer(recipeOf(task));
  const [parameters, batches] = [await trainer.parameters(), await trainer.batches(kBatches)];
  const losses = (await trainer.step(kChecked)).map(({ loss }) => loss);
  const ours: Contender = {
    who: 'ours',
    way: '',
    run: async () => (await trainer.step(1)).map(({ loss }) => Float32Array.of(loss)),
  };
  await tf.setBackend('wasm');
  const model = new TensorFlowTrainer(trainer, parameters, batches);
  let difference = 0;
  for (const loss of losses) {
    const error = Math.abs(model.step()[0]! - loss) / loss;
    if (!(error < kTolerance)) throw new Error(`expected TensorFlow.js's loss to be ${loss}`);
    difference = Math.max(difference, error);
  }
  const theirs: Contender = {
    who: 'TensorFlow.js',
    way: 'wasm',
    run: () => [model.step()],
  };
  const flops = flopsOfStep(trainer.recipe, parameters, batches);
  const { contender: limit, flops: ofLimit } = await limitOf(limitBinary, { flops });
  const [atLimit, own, their] = await measureInTurns(
    [limit, ours, theirs],
    rounds,
    undefined,
    clock,
  );
  model.release();
  engine.close();
  const share = (flops / own!.milliseconds) * (atLimit!.milliseconds / ofLimit);
  return { ours: own!.milliseconds, tensorFlow: their!.milliseconds, difference, share };
}
