import { describe, expect, it } from 'vitest';
import { importCycles } from '../../scripts/rules/import_cycles.mjs';
import { violationsOf } from '../../scripts/rules/violations.mjs';

/** The rule's problems in these files (path -> text), as 'path:line: problem'. */
const cyclesIn = (files) =>
  violationsOf(
    importCycles,
    Object.entries(files).map(([path, text]) => ({ path, text })),
  ).map(({ path, line, problem }) => `${path}:${line}: ${problem}`);

describe('import cycles', () => {
  it('finds two headers that include each other, however the path is written', () => {
    expect(
      cyclesIn({
        'core/base/a.h': '#pragma once\n#include "base/b.h"',
        'core/base/b.h': '#include "a.h"',
        'core/ops/c.h': '#include <ops/d.h>',
        'core/ops/d.h': '#include <core/ops/c.h>',
        'wasm/verbs/x.h': '#include "messages/y.h"',
        'wasm/messages/y.h': '#include "verbs/x.h"\n#include "base/a.h"',
      }),
    ).toEqual([
      'core/base/a.h:2: an import cycle: core/base/a.h -> core/base/b.h -> core/base/a.h',
      'core/ops/c.h:1: an import cycle: core/ops/c.h -> core/ops/d.h -> core/ops/c.h',
      'wasm/messages/y.h:1: an import cycle: wasm/messages/y.h -> wasm/verbs/x.h -> wasm/messages/y.h',
    ]);
  });

  it.each([
    ["import { b } from './b';"],
    ["import { b } from './b.ts';"],
    ["import type { B } from './b';"],
    ["import './b';"],
    ["export * from './b';"],
    ["export const later = () => import('./b');"],
    ["type B = import('./b').B;"],
    ["import text from './b?raw';"],
    ["new Worker(new URL('./b.ts', import.meta.url));"],
    ["import { b } from '../src/b';"],
  ])('counts %s', (statement) => {
    expect(
      cyclesIn({ 'web/src/a.ts': `\n${statement}`, 'web/src/b.ts': "import './a.ts';" }),
    ).toEqual(['web/src/a.ts:2: an import cycle: web/src/a.ts -> web/src/b.ts -> web/src/a.ts']);
  });

  it('finds a long cycle, and names the shortest way around', () => {
    const files = {
      'tests/web/a.ts': "import './b.ts';",
      'tests/web/b.ts': "import './c.mjs';\nimport './d.ts';",
      'tests/web/c.mjs': "import './d.ts';",
      'tests/web/d.ts': "import './a.ts';",
    };
    expect(cyclesIn(files)).toEqual([
      'tests/web/a.ts:1: an import cycle: tests/web/a.ts -> tests/web/b.ts -> tests/web/d.ts -> tests/web/a.ts',
    ]);
  });

  it('finds a file that imports itself, and a type declared beside a script', () => {
    expect(
      cyclesIn({
        'scripts/a.mjs': "import './a.mjs';",
        'wasm/engine.d.ts': "import type { T } from '../web/src/t';",
        'web/src/t.ts': "import type { E } from '../../wasm/engine';",
      }),
    ).toEqual([
      'scripts/a.mjs:1: an import cycle: scripts/a.mjs -> scripts/a.mjs',
      'wasm/engine.d.ts:1: an import cycle: wasm/engine.d.ts -> web/src/t.ts -> wasm/engine.d.ts',
    ]);
  });

  it('accepts two ways to the same file, packages, files of the build and words in comments', () => {
    expect(
      cyclesIn({
        'web/src/a.ts': "import './b';\nimport './c';\nimport 'lit';\nimport '#wasm/a.mjs';",
        'web/src/b.ts': "import './c';\n// import './a'",
        'web/src/c.ts': '',
        'core/base/a.h': '#include "base/b.h"\n#include <vector>',
        'core/base/b.h': '// #include "base/a.h"',
      }),
    ).toEqual([]);
  });
});
