import { beforeAll, describe, expect, it } from 'vitest';
import type { NamedTensors } from '../../wasm/engine';
import type { Tensor, TensorInput } from '../../wasm/engine';
import { examples } from './examples';
import { newCalls, type Calls } from './module';
import { referenceLinear } from './operation-reference';
import { numbers, tensorsFrom } from './inputs';
import { expectNear } from './near';
import { referencePositions } from '../support/multi-head-reference';

let engine: Calls;
beforeAll(async () => {
  engine = await newCalls();
});

const tensor = tensorsFrom(30);
const added = (a: TensorInput, b: TensorInput) => a.data.map((value, i) => value + b.data[i]!);
const partOf = (all: NamedTensors, prefix: string) =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, one]) => [name.slice(prefix.length), one]),
  );

describe('layers', () => {
  const config = { d_model: 8, num_heads: 2, d_ff: 12 };
  const [x, memory] = [tensor(2, 5, 8), tensor(2, 3, 8)];
  const { d_ff, ...attention } = config;
  const normed = (data: Float32Array, norm: NamedTensors) =>
    engine.run('layer_norm', { parameters: norm, inputs: { x: { shape: x.shape, data } } }).y;
  const fed = (given: TensorInput, parameters: NamedTensors) =>
    engine.run('feed_forward', { config: { d_model: 8, d_ff }, parameters, inputs: { x: given } })
      .y;

  it('encoder_layer is attention and feed-forward, each with a residual and a norm', () => {
    const p = engine.parameters('encoder_layer', { config, inputs: { x } });
    const attended = engine.run('multi_head', {
      config: attention,
      parameters: partOf(p, 'attention.'),
      inputs: { query: x },
    });
    const first = normed(added(x, attended.output), partOf(p, 'norm_1.'));
    const expected = normed(
      added(first, fed(first, partOf(p, 'feed_forward.'))),
      partOf(p, 'norm_2.'),
    );
    const { output } = engine.run('encoder_layer', { config, parameters: p, inputs: { x } });
    expectNear('output', output.data, expected.data);
  });

  it('decoder_layer attends to itself, then to the memory', () => {
    const masked = { ...config, causal: 'end' } as const;
    const p = engine.parameters('decoder_layer', { config: masked, inputs: { x, memory } });
    const own = engine.run('multi_head', {
      config: { ...attention, causal: 'end' },
      parameters: partOf(p, 'self_attention.'),
      inputs: { query: x },
    });
    const first = normed(added(x, own.output), partOf(p, 'norm_1.'));
    const cross = engine.run('multi_head', {
      config: attention,
      parameters: partOf(p, 'cross_attention.'),
      inputs: { query: first, key: memory },
    });
    const second = normed(added(first, cross.output), partOf(p, 'norm_2.'));
    const expected = normed(
      added(second, fed(second, partOf(p, 'feed_forward.'))),
      partOf(p, 'norm_3.'),
    );
    const { output } = engine.run('decoder_layer', {
      config: masked,
      parameters: p,
      inputs: { x, memory },
    });
    expectNear('output', output.data, expected.data);
  });

  it('encoder and decoder apply their layers in sequence', () => {
    const stack = { ...config, num_layers: 2, final_norm: true };
    const p = engine.parameters('encoder', { config: stack, inputs: { x } });
    let between: TensorInput = x;
    for (const i of [0, 1])
      between = engine.run('encoder_layer', {
        config,
        parameters: partOf(p, `layers.${i}.`),
        inputs: { x: between },
      }).output;
    const encoded = engine.run('encoder', { config: stack, parameters: p, inputs: { x } });
    expectNear('encoder', encoded.output.data, normed(between.data, partOf(p, 'norm.')).data);

    const d = engine.parameters('decoder', { config: stack, inputs: { x, memory } });
    between = x;
    for (const i of [0, 1])
      between = engine.run('decoder_layer', {
        config,
        parameters: partOf(d, `layers.${i}.`),
        inputs: { x: between, memory },
      }).output;
    const decoded = engine.run('decoder', { config: stack, parameters: d, inputs: { x, memory } });
    expectNear('decoder', decoded.output.data, normed(between.data, partOf(d, 'norm.')).data);
  });

  it('transformer is encoder and decoder; encoder_decoder adds embeddings and logits', () => {
    const { config: whole } = examples.transformer;
    const p = engine.parameters('transformer', examples.transformer);
    const { num_encoder_layers, num_decoder_layers, causal: _, ...layer } = whole;
    const encoded = engine.run('encoder', {
      config: { ...layer, num_layers: num_encoder_layers, final_norm: true },
      parameters: partOf(p, 'encoder.'),
      inputs: { x: memory },
    });
    const decoded = engine.run('decoder', {
      config: { ...layer, num_layers: num_decoder_layers, final_norm: true, causal: 'end' },
      parameters: partOf(p, 'decoder.'),
      inputs: { x, memory: encoded.output },
    });
    const inputs = { source: memory, target: x };
    const { output } = engine.run('transformer', { config: whole, parameters: p, inputs });
    expectNear('output', output.data, decoded.output.data);

    const { config: model } = examples.encoder_decoder;
    const m = engine.parameters('encoder_decoder', examples.encoder_decoder);
    const embedded = (table: Tensor, given: TensorInput) => {
      const { y } = engine.run('embedding', { parameters: { table }, inputs: { ids: given } });
      const positions = referencePositions(given.data.length, 8).flat();
      const data = y.data.map((value, i) => value * Math.sqrt(8) + positions[i]!);
      return { shape: [given.data.length, 8], data };
    };
    const [source_ids, target_ids] = [numbers(3, 1, 10), numbers(0, 4)];
    const bare = Object.fromEntries(
      Object.entries(m).filter(([name]) => /^(en|de)coder\./.test(name)),
    );
    const between = engine.run('transformer', {
      config: whole,
      parameters: bare,
      inputs: {
        source: embedded(m['source_embedding']!, source_ids),
        target: embedded(m['target_embedding']!, target_ids),
      },
    });
    const { logits } = engine.run('encoder_decoder', {
      config: model,
      parameters: m,
      inputs: { source_ids, target_ids },
    });
    expectNear('logits', logits.data, referenceLinear(between.output, m['w_out']!, m['b_out']));
  });

  it('greedy_decode takes the most probable token at each step', () => {
    const {
      config: { start_id, end_id, max_new, ...model },
      inputs,
    } = examples.greedy_decode;
    const m = engine.parameters('greedy_decode', { ...examples.greedy_decode, seed: 3 });
    const expected: number[] = [];
    const { source_ids } = inputs;
    while (expected.length < max_new && expected.at(-1) !== end_id) {
      const target_ids = numbers(start_id, ...expected);
      const { logits } = engine.run('encoder_decoder', {
        config: model,
        parameters: m,
        inputs: { source_ids, target_ids },
      });
      const last = logits.data.slice(-9);
      expected.push(last.indexOf(Math.max(...last)));
    }
    const given = { ...examples.greedy_decode, parameters: m };
    const { ids, lengths } = engine.run('greedy_decode', given);
    const without = (list: number[]) => list.filter((id) => id !== start_id && id !== end_id);
    expect(lengths.data[0]).toBe(ids.data.length);
    expect(without([...ids.data])).toEqual(without(expected));
  });
});
