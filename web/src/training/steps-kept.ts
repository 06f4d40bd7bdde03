/** The number of steps whose batches go into the archive for PyTorch. The archive must fit in memory. */
import type { TrainerRecipe } from '../../../wasm/engine';
import { kSide } from '../geometry/digit-image';

const kMaxSteps = 2000;
/** The limit for all images together. */
const kMaxPixels = 8e6;

/** `recipe`: with every key. */
export function stepsKept({ steps, batch, architecture }: TrainerRecipe): number {
  const pixels = batch! * kSide ** 2;
  const max = architecture === 'vision' ? Math.floor(kMaxPixels / pixels) : kMaxSteps;
  return Math.min(steps!, max);
}
