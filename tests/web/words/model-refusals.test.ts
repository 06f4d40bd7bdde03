/**
 * Every refusal of models, trainers and recipes has a translation in each language: the templates are read from the
 * sources.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { en } from '../../../web/src/words/en/base';
import { messageOf } from '../../../web/src/words/refusal';
import { loadWords } from '../../../web/src/words/words';

const [de, zh] = await Promise.all([loadWords('de'), loadWords('zh')]);

const root = new URL('../../../', import.meta.url).pathname;
/** The source files, by folder. */
const sources: Record<string, readonly string[]> = {
  'core/base': ['check_range.cpp'],
  'core/training/tasks': readdirSync(`${root}core/training/tasks`).filter((name) =>
    name.endsWith('.cpp'),
  ),
  'core/training': [
    'adam.cpp',
    'cross_entropy.cpp',
    'optimizer.cpp',
    'recipe.cpp',
    'recipes.cpp',
    'schedule.cpp',
    'trainer.cpp',
    'trainer_state.cpp',
  ],
  'core/models': [
    'packed_token_model.cpp',
    'input_embedding.cpp',
    'parameter_part.cpp',
    'token_ids.cpp',
    'token_model.cpp',
    'token_model_config.cpp',
    'token_model_steps.cpp',
  ],
  'core/models/answers': ['generate.cpp', 'masked_words.cpp', 'number_gradients.cpp'],
  'core/models/checkpoints': ['checkpoint.cpp', 'model_builder.cpp', 'stored_tensors.cpp'],
  'core/operations/config': ['config.cpp', 'model_config.cpp', 'recipe_config.cpp'],
  'core/operations/models': ['example_inspection.cpp', 'named_model.cpp'],
  'core/analysis': ['rounding_error.cpp'],
  'core/analysis/heads': ['find_heads.cpp', 'head_effects.cpp', 'head_finder.cpp'],
  'core/analysis/vectors': [
    'cosine_by_layer.cpp',
    'similarities.cpp',
    'turned_vectors.cpp',
    'word_paths.cpp',
    'word_vectors.cpp',
  ],
  'core/analysis/weights': ['rescaled_rows.cpp', 'value_weighted.cpp', 'weights.cpp'],
  'core/attention': ['interventions.cpp'],
  'core/kernels': ['encoded_panels.cpp', 'int8_panels.cpp'],
  'core/layers': ['layer_config.cpp'],
  'core/ops': ['dropout.cpp', 'rotary.cpp'],
  'wasm/verbs': ['checkpoints.cpp', 'head_figures.cpp', 'head_finders.cpp', 'trainers.cpp'],
  'web/src/engine/client': [
    'handle.ts',
    'head-finder.ts',
    'model-input.ts',
    'token-model.ts',
    'trainer.ts',
  ],
  'web/src/engine/module': ['module.ts'],
  'web/src/engine/transport': ['wasm-file.ts'],
  'web/src/measure': ['check.ts'],
  'web/src/pages': ['fetch-numbers.ts', 'proof.ts', 'speed.ts'],
};

/** String literals of C++ and TypeScript; adjacent ones are joined. */
const text = String.raw`(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`;
const refusals = new RegExp(String.raw`(?:refuse|refusal)\(\s*((?:${text}\s*)+)`, 'g');
const lost = new RegExp(String.raw`lost: (${text})`, 'g');

function templatesIn(source: string): string[] {
  return [refusals, lost].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, texts]) =>
      [...texts!.matchAll(new RegExp(text, 'g'))]
        .map(([quoted]) => quoted.slice(1, -1).replace(/\\(.)/g, '$1'))
        .join(''),
    ),
  );
}

const files = Object.entries(sources).flatMap(([folder, names]) =>
  names.map((name) => `${root}${folder}/${name}`),
);
// Templates in code that every call of the client uses, in addition to these files.
const common = [
  'expected {} to be a whole number from {} to {}, got {}',
  'expected only the keys {} in the call, got "{}"',
  'expected either a seed or parameters, got both',
  'expected a seed or parameters, got neither',
];
const templates = [
  ...new Set([...files.flatMap((file) => templatesIn(readFileSync(file, 'utf8'))), ...common]),
];

const pieces = ['piece1', 'piece2', 'piece3', 'piece4'];
const count = (template: string) => template.split('{}').length - 1;
const said = (template: string, words: typeof en) => {
  const given = pieces.slice(0, count(template));
  return messageOf(Object.assign(new Error(template), { words: template, pieces: given }))(words);
};

it('the sources have refusals', () => {
  expect(files.length).toBeGreaterThan(30);
  expect(templates.length).toBeGreaterThan(90);
  expect(templates).toContain('expected a ramp with 0 <= begin <= full <= 1, got {} and {}');
  expect(templates).toContain('this {} has been disposed of');
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
    const known = new Set(templates);
    const others = [...words.refused.templates.keys()].filter((key) => !known.has(key));
    expect(others).toEqual([]);
  });
});

it('English messages are sentences', () => {
  for (const template of templates)
    expect(said(template, en)).toMatch(/^(\p{Lu}|piece1|").*[.!?]$/su);
});
