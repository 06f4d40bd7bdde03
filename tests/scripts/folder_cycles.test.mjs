import { describe, expect, it } from 'vitest';
import { folderCycles } from '../../scripts/rules/folder_cycles.mjs';
import { violationsOf } from '../../scripts/rules/violations.mjs';

/** The rule's problems in these files (path -> text), as 'path:line: problem'. */
const cyclesIn = (files) =>
  violationsOf(
    folderCycles,
    Object.entries(files).map(([path, text]) => ({ path, text })),
  ).map(({ path, line, problem }) => `${path}:${line}: ${problem}`);

describe('cycles of folders', () => {
  it('finds two folders that import each other, though no file imports itself', () => {
    expect(
      cyclesIn({
        'web/src/lab/context.ts': '',
        'web/src/lab/lab.ts': "\nimport '../views/bars';",
        'web/src/views/bars.ts': "import type { C } from '../lab/context';",
      }),
    ).toEqual([
      'web/src/lab/lab.ts:2: a cycle of folders: web/src/lab -> web/src/views -> web/src/lab',
    ]);
  });

  it('finds a folder and its sub-folder that import each other', () => {
    expect(
      cyclesIn({
        'web/src/story/story.ts': "import './score/row';",
        'web/src/story/events.ts': '',
        'web/src/story/score/row.ts': "import '../events';",
      }),
    ).toEqual([
      'web/src/story/story.ts:1: a cycle of folders: web/src/story -> web/src/story/score -> web/src/story',
    ]);
  });

  it('finds a folder of the core and its sub-folder that include each other', () => {
    expect(
      cyclesIn({
        'core/models/model.h': '#include "models/answers/answers.h"',
        'core/models/ids.h': '',
        'core/models/answers/answers.h': '#include "models/ids.h"',
      }),
    ).toEqual([
      'core/models/model.h:1: a cycle of folders: core/models -> core/models/answers -> core/models',
    ]);
  });

  it('accepts imports in one direction, and within a folder', () => {
    expect(
      cyclesIn({
        'web/src/story/story.ts': "import './note';\nimport './score/row';\nimport '../base/b';",
        'web/src/story/note.ts': "import './score/row';",
        'web/src/story/score/row.ts': "import '../../base/b';",
        'web/src/base/b.ts': "import 'lit';",
      }),
    ).toEqual([]);
  });
});
