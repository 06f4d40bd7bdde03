/** ONNX Runtime, in the browser's build or natively: one thread, all optimisations. */
import type { InferenceSession, Tensor, TypedTensor } from 'onnxruntime-common';
import type { Contender } from '../../../web/src/measure/contender.ts';
import type { Data } from '../../../web/src/measure/data.ts';
import type { Work } from '../../../web/src/speed/works.ts';
import { attentionWays, onnxModel } from './onnx_models.ts';

/** What onnxruntime-web and onnxruntime-node have in common. */
export interface Runtime {
  InferenceSession: {
    create(model: Uint8Array, options: InferenceSession.SessionOptions): Promise<InferenceSession>;
  };
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
}

export async function onnxRuntime(
  who: string,
  provider: 'wasm' | 'cpu',
  runtime: Runtime,
  work: Work,
  data: Data,
): Promise<Contender[]> {
  const contenders: Contender[] = [];
  for (const way of attentionWays) {
    const model = onnxModel(work, data, way);
    if (!model) continue;
    const session = await runtime.InferenceSession.create(model, {
      executionProviders: [provider],
      graphOptimizationLevel: 'all',
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
    });
    contenders.push({
      who,
      way,
      async run() {
        const feeds = Object.fromEntries(
          session.inputNames.map((name) => {
            const { data: numbers, shape } = data.inputs[name]!;
            return [name, new runtime.Tensor('float32', numbers, shape)];
          }),
        );
        const results = await session.run(feeds);
        return session.outputNames.map((name) => (results[name] as TypedTensor<'float32'>).data);
      },
      release: () => void session.release(),
    });
  }
  return contenders;
}
