/** ONNX Runtime, in the browser's build or natively: one thread, all optimizations. */
import type { InferenceSession, Tensor, TypedTensor } from 'onnxruntime-common';
import type { Data } from '../../../web/src/measure/data.ts';
import type { Workload } from '../../../web/src/speed/workloads.ts';
import { attentionWays, onnxModel } from './onnx-models.ts';
import type { ContenderFactory } from './contender-factory.ts';

/** What onnxruntime-web and onnxruntime-node have in common. */
export interface Runtime {
  InferenceSession: {
    create(model: Uint8Array, options: InferenceSession.SessionOptions): Promise<InferenceSession>;
  };
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
}

export function onnxRuntime(
  who: string,
  provider: 'wasm' | 'cpu',
  runtime: Runtime,
  workload: Workload,
  data: Data,
): ContenderFactory[] {
  return attentionWays.map((way) => ({
    who,
    way,
    async make() {
      const model = onnxModel(workload, data, way);
      if (!model) return null;
      const session = await runtime.InferenceSession.create(model, {
        executionProviders: [provider],
        graphOptimizationLevel: 'all',
        intraOpNumThreads: 1,
        interOpNumThreads: 1,
        logSeverityLevel: 3,
      });
      return {
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
      };
    },
  }));
}
