/** Prints the figures of training small models: one line per task, with its target. */
import { timeOf } from '../../../../web/src/speed/figures.ts';
import { inPercent, verdictOf } from '../figures.ts';
import { kTasks, type MeasuredTraining, type Task } from './compare.ts';
import { kSeconds, type FromNothing } from './from-nothing.ts';
import type { NativeStep } from './pytorch.ts';

/** The targets: at least this many times as fast as TensorFlow.js, and as PyTorch natively. */
const kTimesTensorFlow = 10;
const kTimesPyTorch = 1.5;

/** Where an engine trains: Node, or a page. */
export interface TrainingEnvironment {
  trainingStep(task: Task, rounds: number): Promise<MeasuredTraining>;
  fromNothing(task: FromNothing): Promise<number>;
}

export async function printTraining(
  environment: TrainingEnvironment,
  rounds: number,
): Promise<void> {
  console.log('\nA training step, and a model from nothing to the end of its recipe');
  for (const task of kTasks) {
    const { ours, tensorFlow, difference, share } = await environment.trainingStep(task, rounds);
    const times = tensorFlow / ours;
    print(
      `step of ${task}`,
      ours,
      `${times.toFixed(1)} times  >= ${kTimesTensorFlow}`,
      times >= kTimesTensorFlow,
      `${inPercent(share)} of the limit, TensorFlow.js ${timeOf(tensorFlow)}, ` +
        `losses within ${difference.toExponential(0)}`,
    );
  }
  for (const [task, seconds] of Object.entries(kSeconds)) {
    const milliseconds = await environment.fromNothing(task as FromNothing);
    print(
      `${task} from nothing`,
      milliseconds,
      `<= ${seconds} s`,
      milliseconds <= 1000 * seconds,
      '',
    );
  }
}

export function printNative(steps: readonly NativeStep[]): void {
  console.log('\nA training step natively, one thread, processor time');
  for (const { task, ours, pytorch } of steps) {
    const times = pytorch / ours;
    const target = `${times.toFixed(1)} times  >= ${kTimesPyTorch}`;
    print(`step of ${task}`, ours, target, times >= kTimesPyTorch, `PyTorch ${timeOf(pytorch)}`);
  }
}

const print = (name: string, ours: number, target: string, reached: boolean, rest: string) =>
  console.log(
    [name.padEnd(26), timeOf(ours).padStart(9), target.padStart(20), verdictOf(reached), rest].join(
      '  ',
    ),
  );
