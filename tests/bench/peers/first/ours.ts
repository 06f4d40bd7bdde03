/** Nothing but our engine, from its loading to its first result. */
import { createEngine } from '../../../../web/src/engine/client.ts';

export async function firstResult(): Promise<number> {
  const engine = await createEngine();
  const layer = await engine.multiHead({ d_model: 8, num_heads: 2, seed: 1 });
  const query = { shape: [6, 8], data: new Float32Array(48).fill(0.5) };
  const { data } = await layer.forward({ query });
  return data.length;
}
