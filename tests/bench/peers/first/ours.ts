/** Our engine alone, from loading to the first result. */
import { createEngine } from '../../../../web/src/engine/client/engine.ts';

export async function firstResult(): Promise<number> {
  const engine = await createEngine();
  const config = { d_model: 8, num_heads: 2 };
  const layer = await engine.prepare('multi_head', { config, seed: 1 });
  const query = { shape: [6, 8], data: new Float32Array(48).fill(0.5) };
  const { outputs } = await layer.run({ query });
  return outputs.output.data.length;
}
