/** Changes that the model or the example does not have are dropped and named. */
import { describe, expect, it } from 'vitest';
import type { ExampleInspection } from '../../../../wasm/engine';
import {
  fittingVisitorChanges,
  noChanges,
  withChange,
  withForcedRow,
  withoutChange,
  type Changes,
} from '../../../../web/src/model/changes/visitor-changes';

/** An example with one attention of the given numbers of heads, queries and keys. */
const seen = (attention: string, ...shape: readonly number[]) =>
  ({
    tokens: Array.from({ length: shape[2]! }, (_, i) => `t${i}`),
    target_tokens: [],
    weights: { [attention]: { shape, data: new Float32Array() } },
  }) as unknown as ExampleInspection;
const attention = 'layers.0.attention';

describe('the changes of a link', () => {
  const all: Changes = {
    off: [
      { attention, head: 1 },
      { attention, head: 2 },
      { attention: 'constructor', head: 0 },
    ],
    row: [
      { example: 0, attention, head: 1, query: 3, key: 4 },
      { example: 0, attention, head: 1, query: 4, key: 3 },
      { example: 0, attention, head: 1, query: 3, key: 5 },
      { example: 1, attention, head: 1, query: 3, key: 6 },
      { example: 2, attention, head: 0, query: 0, key: 0 },
    ],
    word: [
      { example: 0, word: 4 },
      { example: 1, word: 7 },
    ],
    shown: [{ attention: 'layers.9.attention', head: 0 }],
  };

  it('are named if the model or an example does not have them', () => {
    const examples = [seen(attention, 2, 4, 5), seen(attention, 2, 6, 7), undefined];
    expect(fittingVisitorChanges(all, examples)).toEqual({
      changes: {
        off: [all.off[0]],
        row: [all.row[0], all.row[3]],
        word: [all.word[0]],
        shown: [],
      },
      absent: [
        'off=layers.0.attention:2',
        'off=constructor:0',
        'row=0:layers.0.attention:1:4-3',
        'row=0:layers.0.attention:1:3-5',
        'row=2:layers.0.attention:0:0-0',
        'word=1:7',
        'shown=layers.9.attention:0',
      ],
    });
  });

  it('are kept if the model has all of them', () => {
    const example = seen(attention, 3, 10, 10);
    const changes = { ...all, off: all.off.slice(0, 2), shown: [] };
    expect(fittingVisitorChanges(changes, [example, example, example])).toEqual({
      changes,
      absent: [],
    });
  });
});

it('a row is forced to one key only, and freed', () => {
  const place = { example: 0, attention, head: 2 };
  const once = withChange(noChanges, 'row', { ...place, query: 1, key: 4 });
  const moved = withChange(once, 'row', { ...place, query: 1, key: 2 });
  expect(moved.row).toEqual([{ ...place, query: 1, key: 2 }]);
  expect(withoutChange(moved, 'row', { ...place, query: 0, key: 2 })).toEqual(moved);
  expect(withoutChange(moved, 'row', { ...place, example: 1, query: 1, key: 2 })).toEqual(moved);
  expect(withoutChange(moved, 'row', { ...place, query: 1, key: 0 }).row).toEqual([]);
});

it('the delimiter before the first word, which these models do not have, is named', () => {
  const row = { example: 0, attention, head: 0, query: -1, key: 2 };
  const changes = { ...noChanges, row: [row], word: [{ example: 0, word: -1 }] };
  expect(fittingVisitorChanges(changes, [seen(attention, 1, 4, 4)])).toEqual({
    changes: noChanges,
    absent: ['row=0:layers.0.attention:0:-1-2', 'word=0:-1'],
  });
});

describe('a row that is forced', () => {
  const row = { example: 0, attention, head: 1, query: 3 };
  const inspection = seen(attention, 2, 5, 4);
  const last: Changes = { ...noChanges, row: [{ ...row, key: 1 }] };

  it('replaces the one at its place', () => {
    expect(withForcedRow(last, inspection, row, 3)!.row).toEqual([{ ...row, key: 3 }]);
  });

  it('is freed without a key', () => {
    expect(withForcedRow(last, inspection, row, undefined)!.row).toEqual([]);
  });

  it.each([
    ['a key that the attention does not have', inspection, row, 4],
    ['an attention that the model does not have', inspection, { ...row, attention: 'other' }, 0],
    ['an example that is not inspected yet', undefined, row, 0],
  ])('is not forced for %s', (_, some, place, key) => {
    expect(withForcedRow(last, some, place, key)).toBeNull();
  });
});
