/** Times a native training step on one thread: the core's, and that of the script that "Copy as PyTorch" gives. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createEngine } from '../../../../web/src/engine/client/engine.ts';
import { median } from '../../../../web/src/measure/contender.ts';
import {
  pytorchTrainingData,
  pytorchTrainingScript,
} from '../../../../web/src/training/pytorch-script.ts';
import { python } from '../../../support/python.ts';
import { kTasks, recipeOf, type Task } from './compare.ts';

const kNative = 'build/native/tests/bench/training/training_native';
const kFolder = 'build/peers/training';
const kSteps = 60;

/** Runs the script, which prints a line for each step, and measures the processor time from line to line. */
const kTimed = `
import contextlib, runpy, statistics, time
import torch
torch.set_num_threads(1)
class Lines(list):
    def write(self, text):
        if "\\n" in text: self.append(time.process_time())
    def flush(self): pass
lines = Lines()
with contextlib.redirect_stdout(lines): runpy.run_path("script.py")
times = [1000 * (b - a) for a, b in zip(lines, lines[1:])][${kSteps / 10}:]
print(statistics.median(times))
`;

export interface NativeStep {
  readonly task: Task;
  readonly ours: number;
  readonly pytorch: number;
}

/** Runs both `rounds` times in turns. Returns medians in milliseconds. */
export async function nativeSteps(wasmBinary: ArrayBuffer, rounds: number): Promise<NativeStep[]> {
  if (!existsSync(kNative)) throw new Error(`expected ${kNative}, which bench_peers.sh builds`);
  const engine = await createEngine({ wasmBinary, worker: false });
  for (const task of kTasks) {
    const folder = `${kFolder}/${task}`;
    mkdirSync(folder, { recursive: true });
    const trainer = await engine.trainer(recipeOf(task));
    writeFileSync(`${folder}/script.py`, pytorchTrainingScript(trainer.recipe, trainer));
    writeFileSync(`${folder}/${task}.npz`, await pytorchTrainingData(trainer, kSteps));
  }
  engine.close();
  return kTasks.map((task) => {
    const ours: number[] = [];
    const pytorch: number[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(
        Number(execFileSync(kNative, [`${10 * kSteps}`, task], { encoding: 'utf8' }).split(' ')[1]),
      );
      pytorch.push(Number(python(kTimed, `${kFolder}/${task}`)));
    }
    return { task, ours: median(ours), pytorch: median(pytorch) };
  });
}
