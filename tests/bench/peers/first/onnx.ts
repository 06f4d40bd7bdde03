/** ONNX Runtime Web alone, from loading to the first result. */
import * as ort from 'onnxruntime-web/wasm';

export async function firstResult(model: readonly number[]): Promise<number> {
  ort.env.wasm.numThreads = 1;
  const session = await ort.InferenceSession.create(Uint8Array.from(model), {
    executionProviders: ['wasm'],
  });
  const query = new ort.Tensor('float32', new Float32Array(48).fill(0.5), [1, 6, 8]);
  const results = await session.run({ [session.inputNames[0]!]: query });
  return (await results[session.outputNames[0]!]!.getData()).length;
}
