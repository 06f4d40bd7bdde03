/**
 * The floating-point operations of a training step: three times the products of a forward pass. Masked keys count too.
 */
import type { NamedTensors, TrainerRecipe } from '../../../../web/src/engine/client/engine.ts';

type Resolved = Record<
  'heads' | 'd_head' | 'd_v' | 'decoder_heads' | 'decoder_d_head' | 'decoder_d_v',
  readonly number[]
>;

export function flopsOfStep(
  recipe: TrainerRecipe,
  parameters: NamedTensors,
  batches: NamedTensors,
): number {
  const { patches, ids = patches, target_ids } = batches;
  const [, batch = 0, tokens = 0] = ids!.shape;
  const n = tokens + (patches ? 1 : 0);
  const n_target = target_ids?.shape[2] ?? n;
  let sum = 0;
  for (const [name, { shape, data }] of Object.entries(parameters)) {
    if (shape.length !== 2 || /(embedding|positions)$/.test(name)) continue;
    const ofMemory = /^encoder|cross_attention\.w_[kv]$/.test(name);
    sum += data.length * (ofMemory ? n : n_target);
  }
  const pairs = { attention: n * n, self_attention: n_target ** 2, cross_attention: n_target * n };
  const { heads, d_head, d_v, decoder_heads, decoder_d_head, decoder_d_v } = recipe as Resolved;
  const widths = (count: readonly number[], score: readonly number[], value: readonly number[]) =>
    count.reduce((all, heads, i) => all + heads * (score[i]! + value[i]!), 0);
  sum += widths(heads, d_head, d_v) * pairs.attention;
  if (target_ids)
    sum +=
      widths(decoder_heads, decoder_d_head, decoder_d_v) *
      (pairs.self_attention + pairs.cross_attention);
  return 6 * batch * sum;
}
