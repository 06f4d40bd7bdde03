/** A small whole model for tests. */
import type { Engine, TokenModel, TokenModelConfig } from '../../web/src/engine/client/engine';

export const small: TokenModelConfig = {
  architecture: 'decoder_only',
  d_model: 8,
  layers: 2,
  heads: [2, 1],
  d_ff: 12,
  rotary: 1,
  positions: 'none',
  vocab_size: 11,
};

/** Changes parameters so that they are larger than random ones and have biases. */
export async function stirred(engine: Engine, config: TokenModelConfig): Promise<TokenModel> {
  const model = await engine.model({ config, seed: 3 });
  const parameters = await model.parameters();
  for (const { data } of Object.values(parameters))
    data.forEach((x, i) => (data[i] = 1.5 * x + 0.1 * Math.sin(i)));
  await model.setParameters(parameters);
  return model;
}
