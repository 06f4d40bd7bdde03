/** The translations of error messages match the messages that the built core and its client produce. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../web/src/engine/client/engine';
import { messageOf } from '../../web/src/words/refusal';
import { en } from '../../web/src/words/en/base';
import { wasmBinary } from './module';
import { loadWords } from '../../web/src/words/words';

const [de, zh] = await Promise.all([loadWords('de'), loadWords('zh')]);

const newEngine = (module: string) =>
  createEngine({ wasmBinary: wasmBinary(module), worker: false });
let engine: Engine;
let operations: Engine;
beforeAll(async () => {
  engine = await newEngine('training.wasm');
  operations = await newEngine('attention.wasm');
});
afterAll(() => {
  engine.close();
  operations.close();
});

const config = { d_model: 8, num_heads: 2 };
const wrong = (value: unknown) => value as never;

const refusals: [
  what: string,
  ask: () => Promise<unknown>,
  english: string,
  german: string,
  chinese: string,
][] = [
  [
    'heads that do not divide d_model',
    () => operations.prepare('multi_head', { config: { ...config, num_heads: 3 }, seed: 1 }),
    '8 dimensions cannot be split into 3 equal heads. Try 1, 2, 4 or 8.',
    '8 Dimensionen lassen sich nicht gleichmäßig auf 3 Köpfe aufteilen. Möglich: 1, 2, 4 oder 8.',
    '8 维无法平均分给 3 个头。可选：1、2、4 或 8。',
  ],
  [
    'an engine that cannot start',
    () => createEngine({ wasmBinary: new ArrayBuffer(3) }),
    'The engine could not start: expected WebAssembly',
    'Die Engine konnte nicht starten: Die 3 Byte WebAssembly sind beschädigt, oder dieser Browser ist zu alt dafür.',
    '引擎无法启动：得到的 3 字节 WebAssembly 已损坏，或者此浏览器太旧。',
  ],
  [
    'training with a number that is not finite',
    async () => {
      const recipe = { task: 'induction', batch: 1, learning_rate: 1e30, warm_up: 0 } as const;
      await (await engine.trainer(recipe)).step(20);
    },
    'In step 2, layers.0.attention.q is not finite; all numbers up to step 1 are finite. A smaller learning rate may help.',
    'In Schritt 2 ist layers.0.attention.q nicht endlich; bis Schritt 1 sind alle Zahlen endlich. Eine kleinere Lernrate kann helfen.',
    '在第 2 步，layers.0.attention.q 不是有限值；到第 1 步为止，所有数都有限。可以试试更小的学习率。',
  ],
  [
    'a word that a model does not know',
    async () => (await engine.trainer({ task: 'who', batch: 1 })).inspect('The zebra slept.'),
    'The model does not know “zebra”. ',
    'Das Modell kennt „zebra“ nicht. ',
    '模型不认识“zebra”。',
  ],
  [
    'several words that a model does not know',
    async () => (await engine.trainer({ task: 'who', batch: 1 })).inspect('The zebra saw a yak.'),
    'The model does not know “zebra”, “a”, “yak”. ',
    'Das Modell kennt „zebra“, „a“, „yak“ nicht. ',
    '模型不认识“zebra”、“a”、“yak”。',
  ],
  [
    'a text that is too short to learn',
    () => engine.trainer({ task: 'characters', text: 'short' }),
    'Expected a text of at least 260 tokens, got 5.',
    'Der Text braucht mindestens 260 Tokens, nicht 5.',
    '文本至少需要 260 个词元，现在有 5 个。',
  ],
  [
    'a penalty that is full before it begins',
    () => engine.trainer({ task: 'sort', batch: 1, entropy_begin: 0.6, entropy_full: 0.5 }),
    'got 0.6 and 0.5.',
    'nicht voll wirken, bevor er beginnt: 0,6 und 0,5 geht nicht.',
    '且达到最大不早于开始；不能是 0.6 和 0.5。',
  ],
  [
    'an intervention with the wrong number of values',
    async () => {
      const trainer = await engine.trainer({ task: 'sort', batch: 1 });
      const value = [1, 2];
      const place = { layer: 'layers.0.attention', field: 'weights', index: [0, 0, 1] };
      await trainer.inspect('1 2 3 4 5 6 7 8', { interventions: [{ ...place, value }] });
    },
    'values for layers.0.attention.weights, got 2.',
    'layers.0.attention.weights braucht 1 oder ',
    'layers.0.attention.weights 需要 1 个或 ',
  ],
  [
    'an engine that has been closed',
    async () => {
      const closed = await createEngine({ wasmBinary: wasmBinary('training.wasm'), worker: false });
      closed.close();
      await closed.info();
    },
    'The engine has been closed.',
    'Die Engine wurde geschlossen.',
    '引擎已关闭。',
  ],
];

const thrownBy = (ask: () => Promise<unknown>): Promise<Error> =>
  ask().then(
    () => new Error('nothing was refused'),
    (error: Error) => error,
  );

describe('refusals of the core and the engine are translated', () => {
  it.each(refusals)('%s', async (_, ask, english, german, chinese) => {
    const message = messageOf(await thrownBy(ask));
    expect(message(en)).toContain(english);
    expect(message(de)).toContain(german);
    expect(message(zh)).toContain(chinese);
  });

  it('a refusal without a translation stays in English and is marked as such', async () => {
    const error = await thrownBy(() => operations.run('softmax', { inputs: wrong('a') }));
    const sentenceInEnglish = 'Expected inputs to be an object, got “a”.';
    const message = messageOf(error);
    expect(message(en)).toBe(sentenceInEnglish);
    expect(message(de)).toBe(`Die Engine meldet, auf Englisch: ${sentenceInEnglish}`);
    expect(message(zh)).toBe(`引擎的提示（英文）：${sentenceInEnglish}`);
  });
});
