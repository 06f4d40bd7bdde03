import { expect, it } from 'vitest';
import { stageIn } from '../../../../web/src/elements/story/nearest-stage';
import type { TokenModelConfig } from '../../../../web/src/engine/client/engine';

it('the end of a layer corresponds to the end of another one', () => {
  const stack: TokenModelConfig = { architecture: 'decoder_only', d_model: 8, layers: 2 };
  expect(stageIn(stack, 1, 'next_layer')).toBe('prediction');
  // Of the encoder's two layers, the second one ends with what goes to the decoder.
  const pair: TokenModelConfig = { ...stack, architecture: 'encoder_decoder' };
  expect(stageIn(pair, 1, 'next_layer')).toBe('to_decoder');
  expect(stageIn(pair, 0, 'embedded')).toBe('embedded');
  expect(stageIn(pair, 1, 'embedded')).toBe('input');
  expect(stageIn(pair, 3, 'to_decoder')).toBe('prediction');
});
