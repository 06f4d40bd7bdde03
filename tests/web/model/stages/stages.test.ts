import { describe, expect, it } from 'vitest';
import type { TokenModelConfig } from '../../../../web/src/engine/client/engine';
import { layerShape } from '../../../../web/src/model/stages/attentions';
import { stagesOfSymbol } from '../../../../web/src/model/stages/formula-symbols';
import { shapeOf } from '../../../../web/src/model/stages/stage-shapes';
import { stagesOf } from '../../../../web/src/model/stages/stages';

const two: TokenModelConfig = {
  architecture: 'encoder_only',
  d_model: 32,
  layers: 2,
  heads: [4, 1],
  d_head: [8, 64],
  d_v: [1, 64],
  d_ff: [0, 128],
  rotary: 1,
  norm_first: true,
  final_norm: true,
};

const attention = ['q', 'k', 'v', 'scores', 'mask', 'weights', 'weighted', 'context', 'concat'];

describe('the stages of a layer', () => {
  it('end in the next layer, and after the last layer in the prediction', () => {
    expect(stagesOf(two, 0)).toEqual([
      ...['tokens', 'embedded', 'norm_1', ...attention, 'output', 'residual_1'],
      ...['next_layer', 'final_norm', 'prediction'],
    ]);
    expect(stagesOf(two, 1)).toEqual([
      ...['tokens', 'input', 'norm_1', ...attention, 'output', 'residual_1'],
      ...['norm_2', 'feed_forward', 'residual_2', 'final_norm', 'prediction'],
    ]);
  });

  it('of an encoder end with what goes to its decoder', () => {
    const pair: TokenModelConfig = { architecture: 'encoder_decoder', d_model: 8, layers: 2 };
    const ends = [0, 1, 2, 3].map((layer) => stagesOf(pair, layer).slice(-2));
    expect(ends).toEqual([
      ['next_layer', 'to_decoder'],
      ['norm_1', 'to_decoder'],
      ['next_layer', 'prediction'],
      ['next_layer', 'prediction'],
    ]);
  });

  it('normalize after the sum in a post-norm layer', () => {
    const post: TokenModelConfig = { architecture: 'decoder_only', d_model: 8, d_ff: 12 };
    expect(stagesOf(post, 0)).toEqual([
      ...['tokens', 'embedded', ...attention, 'output', 'residual_1', 'norm_1'],
      ...['feed_forward', 'residual_2', 'norm_2', 'prediction'],
    ]);
  });

  it('each have a symbol in the formula', () => {
    const { p, u, y, ...others } = stagesOfSymbol;
    const text = { ...two, head: false, embedding_norm: true };
    for (const [config, end] of [
      [two, p],
      [text, u],
      [{ ...two, architecture: 'encoder_decoder' }, y],
    ] as const)
      for (const layer of [0, 1])
        for (const stages of [...Object.values(others), end])
          expect(stages.filter((stage) => stagesOf(config, layer).includes(stage))).toHaveLength(1);
  });

  it('of a language encoder begin with a sum and end with the vector of the text, or a word', () => {
    const text = {
      ...two,
      norm_first: false,
      final_norm: false,
      embedding_norm: true,
      head: false,
    };
    const first = ['tokens', 'embedding_sum', 'embedding_norm', 'q'];
    expect(stagesOf(text, 0).slice(0, 4)).toEqual(first);
    expect(stagesOf(text, 0).slice(-3)).toEqual(['next_layer', 'pooled', 'similarity']);
    expect(stagesOf(text, 1).slice(0, 2)).toEqual(['tokens', 'input']);
    expect(stagesOf({ ...text, predicts_words: true }, 1).slice(-2)).toEqual([
      'norm_2',
      'prediction',
    ]);
  });
});

describe('the shape of a layer', () => {
  it('has its own entry of every setting', () => {
    expect(layerShape(two, 0)).toEqual({ heads: 4, d_head: 8, d_v: 1, d_ff: 0, rotary: true });
    expect(layerShape(two, 1)).toEqual({ heads: 1, d_head: 64, d_v: 64, d_ff: 128, rotary: true });
  });

  it('splits d_model between the heads by default', () => {
    const plain: TokenModelConfig = { architecture: 'encoder_only', d_model: 12, heads: 3 };
    expect(layerShape(plain, 0)).toEqual({ heads: 3, d_head: 4, d_v: 4, d_ff: 0, rotary: false });
  });
});

describe('the text of a shape', () => {
  const sizes = { n: 13, labels: 96 };
  const text = (stage: Parameters<typeof shapeOf>[0], layer: number) => {
    const { letters, numbers } = shapeOf(stage, two, layer, sizes);
    return [letters, numbers];
  };

  it('has letters and numbers', () => {
    expect(text('embedded', 0)).toEqual(['n × d_model', '13 × 32']);
    expect(text('q', 0)).toEqual([
      'n × d_model · d_model × d_head = n × d_head',
      '13 × 32 · 32 × 8 = 13 × 8',
    ]);
    expect(text('q', 1)[1]).toBe('13 × 32 · 32 × 64 = 13 × 64');
    expect(text('v', 0)[1]).toBe('13 × 32 · 32 × 1 = 13 × 1');
    expect(text('scores', 0)).toEqual([
      'n × d_head · d_head × n = n × n',
      '13 × 8 · 8 × 13 = 13 × 13',
    ]);
    expect(text('context', 1)[1]).toBe('13 × 13 · 13 × 64 = 13 × 64');
    expect(text('concat', 0)).toEqual(['n × heads·d_v', '13 × 4']);
    expect(text('output', 0)[1]).toBe('13 × 4 · 4 × 32 = 13 × 32');
    expect(text('feed_forward', 1)).toEqual([
      'n × d_model · d_model × d_ff · d_ff × d_model = n × d_model',
      '13 × 32 · 32 × 128 · 128 × 32 = 13 × 32',
    ]);
    expect(text('prediction', 0)[1]).toBe('13 × 32 · 32 × 96 = 13 × 96');
  });

  it('of the weights of the next layer is that of the next attention', () => {
    const config: TokenModelConfig = {
      architecture: 'encoder_decoder',
      d_model: 32,
      decoder_layers: 2,
    };
    const shape = (layer: number) =>
      shapeOf('next_layer', config, layer, { n: 5, m: 4, labels: 9 });
    const [self, cross] = [1, 2];
    expect(shape(self)).toEqual({ letters: 'n × m', numbers: '5 × 4' });
    expect(shape(cross)).toEqual({ letters: 'n × n', numbers: '5 × 5' });
  });
});
