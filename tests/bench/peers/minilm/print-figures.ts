/** Prints the figures of MiniLM: one line per length, with its targets. */
import { timeOf } from '../../../../web/src/speed/figures.ts';
import { inPercent, verdictOf } from '../figures.ts';
import { kLengths, type MeasuredMiniLm } from './compare.ts';

/** The target in float32: at least this many times as fast as ONNX Runtime Web. */
const kTimes = 1.5;
const kTimesInt8 = 1.6;

export interface MiniLmEnvironment {
  miniLm(tokens: number, rounds: number): Promise<MeasuredMiniLm>;
}

export async function printMiniLm(environment: MiniLmEnvironment, rounds: number): Promise<void> {
  console.log(
    '\nMiniLM with all weights of all heads, beside ONNX Runtime Web without (with) them',
  );
  for (const tokens of kLengths) {
    const found = await environment.miniLm(tokens, rounds);
    const { ours, oursInt8, onnx, onnxWithWeights, onnxInt8, share, difference, cosines } = found;
    const [times, timesInt8] = [onnx / ours, onnxInt8 / oursInt8];
    console.log(
      `${tokens} tokens, float32`.padEnd(22),
      timeOf(ours).padStart(9),
      `${times.toFixed(2)} times  >= ${kTimes}`.padStart(20),
      verdictOf(times >= kTimes),
      ` ONNX Runtime ${timeOf(onnx)} (${timeOf(onnxWithWeights)}), ${inPercent(share)} of the limit, ` +
        `results within ${difference.toExponential(0)}`,
    );
    console.log(
      `${tokens} tokens, int8`.padEnd(22),
      timeOf(oursInt8).padStart(9),
      `${timesInt8.toFixed(2)} times  >= ${kTimesInt8}`.padStart(20),
      verdictOf(timesInt8 >= kTimesInt8 && oursInt8 <= ours),
      ` ONNX Runtime ${timeOf(onnxInt8)}; cosine to float32 ${cosines.map((x) => x.toFixed(5)).join(', theirs ')}`,
    );
  }
}
