/** The core's refusals in all languages: held against what the built core, and its client, really say. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../web/src/engine/client';
import { sayingOf } from '../../web/src/words/refusal';
import { de } from '../../web/src/words/de';
import { en } from '../../web/src/words/en';
import { zh } from '../../web/src/words/zh';
import { wasmBinary } from './module';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ wasmBinary: wasmBinary() });
});
afterAll(() => engine.close());

const config = { d_model: 8, num_heads: 2, seed: 1 };
const sentence = { tokens: ['a', 'b'], d_model: 8, seed: 1, positions: 'none' as const };
type Mask = 'none' | 'causal';
const wrong = (value: unknown) => value as never;

async function tracedLayer(mask: Mask = 'none') {
  const { x } = await engine.embed(sentence);
  const layer = await engine.multiHead(config);
  await layer.trace({ query: x, mask });
  return layer;
}

const refusals: [what: string, ask: () => Promise<unknown>, german: string, chinese: string][] = [
  [
    'heads that do not divide d_model',
    () => engine.multiHead({ ...config, num_heads: 3 }),
    'd_model 8 ist nicht durch num_heads 3 teilbar.',
    'd_model 8 不能被 num_heads 3 整除。',
  ],
  [
    'a mask that there is not',
    () => tracedLayer(wrong('sideways')),
    'Erwartet wurde mask als "none" oder "causal", erhalten: "sideways".',
    'mask 应为 "none" 或 "causal"，得到的是 "sideways"。',
  ],
  [
    'positions that there are not',
    () => engine.embed({ ...sentence, positions: wrong('a\nb') }),
    'Erwartet wurde positions als "none" oder "sinusoidal", erhalten: "a\nb".',
    'positions 应为 "none" 或 "sinusoidal"，得到的是 "a\nb"。',
  ],
  [
    'a head that is no number',
    async () => (await tracedLayer()).rowDetail({ head: NaN, query: 0, most: 2 }),
    'Erwartet wurde head als ganze Zahl von 0 bis 1048576, erhalten: NaN.',
    'head 应为 0 到 1048576 的整数，得到的是 NaN。',
  ],
  [
    'a query that is half a one',
    async () => (await tracedLayer()).rowDetail({ head: null, query: 0.5, most: 2 }),
    'Erwartet wurde query als ganze Zahl von 0 bis 1048576, erhalten: 0.5.',
    'query 应为 0 到 1048576 的整数，得到的是 0.5。',
  ],
  [
    'an engine that cannot start',
    () => createEngine({ wasmBinary: new ArrayBuffer(3) }),
    'Die Engine konnte nicht starten: expected WebAssembly',
    '引擎无法启动：expected WebAssembly',
  ],
  [
    'an engine that has been closed',
    async () => {
      const closed = await createEngine({ wasmBinary: wasmBinary() });
      closed.close();
      await closed.multiHead(config);
    },
    'Die Engine wurde geschlossen.',
    '引擎已关闭。',
  ],
];

const thrownBy = (ask: () => Promise<unknown>): Promise<Error> =>
  ask().then(
    () => new Error('nothing was refused'),
    (error: Error) => error,
  );

describe('what the core or its engine refuses is said in each language', () => {
  it.each(refusals)('%s', async (_, ask, german, chinese) => {
    const error = await thrownBy(ask);
    const say = sayingOf(error);
    expect(say(de)).toContain(german);
    expect(say(zh)).toContain(chinese);
    // In English it is the core's own sentence.
    const own = error.message.replace(/\.$/, '');
    expect(say(en).toLowerCase()).toBe(`${own}.`.toLowerCase());
  });

  it('and what has no translation keeps its English, and says so', async () => {
    const error = await thrownBy(() => engine.embed({ ...sentence, tokens: wrong('a') }));
    const sentenceInEnglish = 'Expected tokens to be an array of texts, got "a".';
    const say = sayingOf(error);
    expect(say(en)).toBe(sentenceInEnglish);
    expect(say(de)).toBe(`Der Rechenkern meldet, auf Englisch: ${sentenceInEnglish}`);
    expect(say(zh)).toBe(`计算核心提示（英文）：${sentenceInEnglish}`);
  });
});
