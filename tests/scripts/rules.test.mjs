import { describe, expect, it } from 'vitest';
import { fileLength } from '../../scripts/rules/file_length.mjs';
import { fileNames } from '../../scripts/rules/file_names.mjs';
import { lockAddresses } from '../../scripts/rules/lock_addresses.mjs';
import { machinePaths } from '../../scripts/rules/machine_paths.mjs';
import { seededRandomness } from '../../scripts/rules/seeded_randomness.mjs';
import { translatedWords } from '../../scripts/rules/translated_words.mjs';
import { textSinks } from '../../scripts/rules/text_sinks.mjs';
import { typeSizes } from '../../scripts/rules/type_sizes.mjs';
import { ruleOn } from './rule_on.mjs';

describe('file length', () => {
  it('allows 400 lines and not 401', () => {
    expect(ruleOn(fileLength, 'core/base/a.h', ...Array(400).fill(';'))).toEqual([]);
    expect(ruleOn(fileLength, 'core/base/a.h', ...Array(401).fill(';'))).toEqual([
      '401: 401 lines',
    ]);
  });

  it('does not limit prose or recorded numbers', () => {
    const long = Array(500).fill('1');
    expect(ruleOn(fileLength, 'README.md', ...long)).toEqual([]);
    expect(ruleOn(fileLength, 'tests/golden/weights.h', ...long)).toEqual([]);
  });
});

describe('file names', () => {
  it.each(['web/src/utils.ts', 'core/common/a.h', 'tests/support/helper.h', 'web/Misc/a.ts'])(
    'stops %s',
    (path) => expect(ruleOn(fileNames, path, '')).toHaveLength(1),
  );
  it.each(['web/src/commonplace.ts', 'core/base/tensor.h'])('allows %s', (path) =>
    expect(ruleOn(fileNames, path, '')).toEqual([]),
  );
});

describe('type sizes', () => {
  const styles = 'web/src/elements/views/view.styles.ts';
  it.each([
    ['font-size: 1rem;', '1: font-size: 1rem;'],
    ['font-size: 13px;', '1: font-size: 13px;'],
    ['font-size: clamp(1rem, 5vw, 2rem);', '1: font-size: clamp(1rem, 5vw, 2rem);'],
    ['font: italic 0.75rem/1.2 var(--serif);', '1: font: italic 0.75rem/1.2 var(--serif);'],
    ['textAt(0, 0, name, { size: 12, fill });', '1: size: 12'],
    ["context.font = '600 13px serif';", "1: .font = '600 13px"],
  ])('stops %s', (line, problem) => expect(ruleOn(typeSizes, styles, line)).toEqual([problem]));
  it.each([
    'font-size: 1.125rem;',
    'font: italic 400 0.875rem/1.25rem var(--serif);',
    'font: inherit;',
    'font-size: var(--size);',
    'textAt(0, 0, name, { size: 14, fill });',
    'inline-size: 13px;',
    'context.font = `14px ${font}`;',
  ])('allows %s', (line) => expect(ruleOn(typeSizes, styles, line)).toEqual([]));
  it('is about pages and what is drawn on them', () => {
    expect(ruleOn(typeSizes, 'web/src/settings/playground.ts', 'size: 9,')).toEqual([]);
  });
});

describe('text sinks', () => {
  it.each([
    'cell.innerHTML = token;',
    "cell.insertAdjacentHTML('beforeend', token);",
    'document.write(token);',
    'html`${unsafeHTML(token)}`;',
    "new Function('return 1');",
    'eval (token);',
  ])('stops %s', (code) => {
    expect(ruleOn(textSinks, 'web/src/elements/a.ts', '', code)).toEqual([
      expect.stringMatching(/^2: .* takes text as markup or code$/),
    ]);
  });
  it('allows text content', () => {
    expect(ruleOn(textSinks, 'web/src/a.ts', 'cell.textContent = retrieval(token);')).toEqual([]);
  });
});

describe('translated words', () => {
  const path = 'web/src/elements/attention-bars.ts';
  it.each([
    [
      'html`<p>Weights of ${token}</p>`;',
      '1: “Weights” has no translation',
      '1: “of” has no translation',
    ],
    ['html`<div\n  aria-label="${name} chart"></div>`;', '1: “chart” has no translation'],
    ['html`<b title="less">${sign}</b>`;', '1: “less” has no translation'],
    ["const note = 'Nothing to see';", '1: “Nothing to see” has no translation'],
    ['const note = `${count} other tokens`;', '1: “other tokens” has no translation'],
    ["css`td::before { content: 'largest ' / ''; }`;", '1: “largest” has no translation'],
  ])('stops %s', (code, ...problems) =>
    expect(ruleOn(translatedWords, path, code)).toEqual(problems),
  );

  it.each([
    'html`<p class="readout muted" aria-label=${words.label}>${words.readout} → d${i + 1} exp</p>`;',
    'css`.a { border: 1px solid red; }`;',
    "css`td::before { content: attr(data-name) ' ▸' / ''; }`;",
    'html`<th>GFLOP/s</th>`;',
    "const rival = 'ONNX Runtime Web';",
    "root.querySelector('header span');",
    "throw new Error('this layer has been released');",
    '/** Words for developers. */',
  ])('allows %s', (code) => expect(ruleOn(translatedWords, path, code)).toEqual([]));

  it('applies to the elements of every page, and to nothing else', () => {
    const code = 'html`<p>Proof</p>`;';
    const problem = '1: “Proof” has no translation';
    for (const path of ['proof/attention-proof.ts', 'speed/attention-speed.ts'])
      expect(ruleOn(translatedWords, `web/src/elements/${path}`, code)).toEqual([problem]);
    expect(ruleOn(translatedWords, 'web/src/pages/playground.ts', code)).toEqual([]);
  });
});

describe('randomness', () => {
  it.each([
    ['web/src/a.ts', 'Math.random()'],
    ['core/ops/a.cpp', 'std::random_device device;'],
    ['wasm/a.cpp', 'std::rand()'],
    ['core/ops/a.cpp', 'std::normal_distribution<float> normal;'],
    ['core/ops/a.cpp', 'int i = rand();'],
    ['core/ops/a.cpp', 'srand(1);'],
    ['core/ops/a.cpp', 'std::minstd_rand generator;'],
    ['core/ops/a.cpp', 'std::default_random_engine generator;'],
    ['core/ops/a.cpp', 'std::shuffle(all.begin(), all.end(), generator);'],
    ['web/src/a.ts', 'crypto.getRandomValues(bytes);'],
    ['web/src/a.ts', 'crypto.randomUUID();'],
  ])('stops %s from drawing with %s', (path, code) =>
    expect(ruleOn(seededRandomness, path, code)).toHaveLength(1),
  );
  it('allows the name of a worker, and nothing else in its file', () => {
    const worker = 'web/src/engine/transport/browser-worker.ts';
    const name = 'return `a-${crypto.getRandomValues(new Uint32Array(4))}`;';
    expect(ruleOn(seededRandomness, worker, name)).toEqual([]);
    expect(ruleOn(seededRandomness, worker, name, 'Math.random();')).toEqual([
      '2: Math.random does not use our seed',
    ]);
  });
  it('allows the generator itself, and other generators in tests', () => {
    expect(ruleOn(seededRandomness, 'core/base/random.h', '// unlike std::mt19937')).toEqual([]);
    expect(ruleOn(seededRandomness, 'tests/core/random_test.cpp', 'std::mt19937 other;')).toEqual(
      [],
    );
  });
});

describe('addresses and paths', () => {
  it.each(['package-lock.json', 'tests/bench/peers/package-lock.json'])(
    'stops a lock file that records where a package was fetched: %s',
    (path) => {
      expect(ruleOn(lockAddresses, path, '{', '  "resolved": "x"')).toEqual([
        '2: a "resolved" address',
      ]);
    },
  );

  // Joined here, because the rule also checks this file.
  const path = (...names) => `/${names.join('/')}`;
  it.each([
    path('root', ''),
    path('home', 'ada'),
    path('Users', 'ada'),
    path('tmp', 'lab'),
    path('work', ''),
  ])('stops %s', (own) => expect(ruleOn(machinePaths, 'README.md', `cd ${own}`)).toHaveLength(1));
  it.each(['core/home/ada', 'https://example.org/home/page', path('usr', 'include')])(
    'allows %s',
    (own) => expect(ruleOn(machinePaths, 'README.md', `see ${own}`)).toEqual([]),
  );
});
