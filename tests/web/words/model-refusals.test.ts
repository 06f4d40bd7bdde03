/**
 * Every refusal of the core, the module and the engine's client has a translation in each language, except those that
 * only a program can cause: the templates are read from the sources.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { en } from '../../../web/src/words/en/base';
import { messageOf } from '../../../web/src/words/refusal';
import { loadWords } from '../../../web/src/words/words';

const [de, zh] = await Promise.all([loadWords('de'), loadWords('zh')]);

const root = new URL('../../../', import.meta.url).pathname;
const folders = ['core', 'wasm', 'web/src/engine', 'web/src/measure', 'web/src/pages'];

/**
 * Why no visitor sees the untranslated messages of these files and folders, nor these messages: only a program that calls
 * the engine or the core can cause them, not what a visitor types, draws, opens or sets.
 */
const programmersOnly: Readonly<Record<string, readonly string[]>> = {
  'tensors, whose shapes and numbers the pages choose or check before a call': [
    'core/analysis/heads/head_patterns.cpp',
    'core/analysis/weights/attention_rollout.cpp',
    'core/analysis/weights/row_entropy.cpp',
    'core/attention/attention_call.cpp',
    'core/attention/head_layout.cpp',
    'core/attention/multi_head.cpp',
    'core/attention/multi_head_checks.cpp',
    'core/attention/multi_head_parameters.cpp',
    'core/attention/row_detail.cpp',
    'core/base/check.cpp',
    'core/base/check.h',
    'core/base/named_tensors.cpp',
    'core/base/tensor.cpp',
    'core/layers/decoder_layer.cpp',
    'core/layers/feed_forward.cpp',
    'core/layers/hooked_norm.cpp',
    'core/layers/part.cpp',
    'core/layers/sequence.cpp',
    'core/layers/stack.cpp',
    'core/models/answers/greedy_decode.cpp',
    'core/ops/difference.cpp',
    'core/ops/embedding.cpp',
    'core/ops/layer_norm.cpp',
    'core/ops/linear.cpp',
    'core/ops/mask.cpp',
    'core/ops/mask_patterns.cpp',
    'core/ops/relative_bias.cpp',
    'core/training/entropy_penalty.cpp',
    'core/training/figures.cpp',
  ],
  'operations of the engine, which the pages call with names and settings of their own': [
    'core/efficient',
    'core/operations/adapter.cpp',
    'core/operations/call_checks.cpp',
    'core/operations/config/config_readers.cpp',
    'core/operations/groups',
    'core/operations/inspect.cpp',
    'core/operations/model.cpp',
    'core/operations/models/layer_model.cpp',
    'core/operations/models/model_size.cpp',
    'core/operations/models/prepared.cpp',
    'core/operations/models/row_models.cpp',
    'core/operations/operation.cpp',
    'core/operations/tensors',
  ],
  'files, which pages read with web/src/files': ['core/hub', 'core/io'],
  'parameters by the names of PyTorch, which only the proof page converts': ['core/pytorch'],
  'the form of a call, and what it transfers or fills': [
    'wasm/messages/message.cpp',
    'wasm/verbs/verbs.cpp',
    'web/src/engine/checks/check-call.ts',
    'web/src/engine/checks/expect.ts',
    'web/src/engine/client/requests.ts',
    'web/src/engine/client/snapshot.ts',
    'web/src/engine/host/host.ts',
    'web/src/engine/module/message.ts',
    'web/src/engine/module/sentence-arguments.ts',
    'web/src/pages/exports/engine.ts',
    'web/src/pages/exports/open-text-model.ts',
    'expected {} to be true or false, got {}',
    'expected keep to be "outputs", "weights" or "trace", got {}',
    'expected {} to be an array of texts, got {}',
    'expected {} to be numbers, got {}',
    'expected {} to be a Uint8Array, got {}',
    'expected {} to be a function, got {}',
    'expected a list of ids, or { ids, target_ids }, got {}',
    'expected the exact model to be one of the same engine, got {}',
  ],
};

/** String literals of C++ and TypeScript; adjacent ones are joined. */
const text = String.raw`(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`;
const refusals = new RegExp(String.raw`(?:refuse|refusal|EngineError)\(\s*((?:${text}\s*)+)`, 'g');
const lost = new RegExp(String.raw`lost: (${text})`, 'g');
const values = new RegExp(String.raw`refuseValue\(\s*(${text})`, 'g');

function templatesIn(source: string): string[] {
  const textsAt = (pattern: RegExp) =>
    [...source.matchAll(pattern)].map(([, texts]) =>
      [...texts!.matchAll(new RegExp(text, 'g'))]
        .map(([quoted]) => quoted.slice(1, -1).replace(/\\(.)/g, '$1'))
        .join(''),
    );
  return [
    ...[refusals, lost].flatMap(textsAt),
    ...textsAt(values).map((expected) => `expected ${expected}, got {}`),
  ];
}

/** The templates of each file, by its path. */
const thrownIn = folders.flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(cpp|h|ts)$/.test(name))
    .map((name) => {
      const path = `${folder}/${name}`;
      return { path, templates: templatesIn(readFileSync(`${root}${path}`, 'utf8')) };
    }),
);
const thrown = new Set(thrownIn.flatMap(({ templates }) => templates));
const isTranslated = (template: string) =>
  [de, zh].some(
    ({ refused }) => refused.templates.has(template) || Object.hasOwn(refused.engine, template),
  );
const excepted = Object.values(programmersOnly).flat();
const isIn = (path: string) => (place: string) => path === place || path.startsWith(`${place}/`);
const isExcepted = (path: string, template: string) =>
  excepted.includes(template) || excepted.some(isIn(path));
/** Its pieces are numbers: tested in tests/wasm/spoken-refusals.test.ts. */
const divided = 'expected num_heads to divide d_model {}, got {}';
/** Those that must have a translation. */
const templates = [
  ...new Set(
    thrownIn.flatMap(({ path, templates }) =>
      templates.filter((template) => isTranslated(template) || !isExcepted(path, template)),
    ),
  ),
].filter((template) => template !== divided);

const pieces = ['piece1', 'piece2', 'piece3', 'piece4'];
const count = (template: string) => template.split('{}').length - 1;
const said = (template: string, words: typeof en) => {
  const given = pieces.slice(0, count(template));
  return messageOf(Object.assign(new Error(template), { words: template, pieces: given }))(words);
};

it('the sources have refusals', () => {
  expect(templates).toContain('expected a ramp with 0 <= begin <= full <= 1, got {} and {}');
  expect(templates).toContain('this {} has been disposed of');
  expect(templates).toContain('The engine could not start: {}.');
});

it.each(excepted)('there is a message without a translation: %s', (place) => {
  const messages = thrownIn.flatMap(({ path, templates }) =>
    templates.filter((template) => template === place || isIn(path)(place)),
  );
  expect(messages.filter((template) => !isTranslated(template))).not.toEqual([]);
});

describe.each([
  ['de', de],
  ['zh', zh],
])('%s', (lang, words) => {
  it.each(templates)('has %s', (template) => {
    const message = said(template, words);
    expect(message).not.toBe(words.refused.other(template));
    expect(message).not.toMatch(/Englisch|英文/);
    for (const piece of pieces.slice(0, count(template))) expect(message).toContain(piece);
    expect(message).not.toContain('{');
    expect(message).toMatch(lang === 'de' ? /[.!]$/ : /[。]$/);
    // Names in the code stay English; everything else is translated.
    const names = message.match(/[a-z]+(_[a-z0-9]+)+/g) ?? [];
    for (const name of names) expect(template).toContain(name);
    if (lang === 'zh')
      for (const [word] of message.matchAll(/[A-Za-z][\w-]*/g))
        expect(`${template} ${pieces.join(' ')} UTF-8`).toContain(word);
    else expect(message).not.toMatch(/\b(the|of|and|expected|got|least|with|must|not)\b/);
  });

  it('has no message that is never thrown', () => {
    const keys = [...words.refused.templates.keys(), ...Object.keys(words.refused.engine)];
    const others = keys.filter((key) => !thrown.has(key));
    expect(others).toEqual([]);
  });
});

it('English messages are sentences', () => {
  for (const template of templates)
    expect(said(template, en)).toMatch(/^(\p{Lu}|piece1|").*[.!?]$/su);
});
