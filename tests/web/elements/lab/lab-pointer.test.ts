/** The cell under the pointer of a lab: the details of its row arrive later than the cell. */
import type { ReactiveElement } from 'lit';
import { expect, it } from 'vitest';
import type {
  LabResult,
  LabRow,
  Pointed,
  PointedCell,
} from '../../../../web/src/elements/lab/lab-context';
import { LabPointer } from '../../../../web/src/elements/lab/lab-pointer';
import { promised } from '../../../support/promised';

const rowOf = (name: string) => ({ name }) as unknown as LabRow;
const resultOf = (word: number) =>
  ({
    tokens: ['a', 'b', 'c'],
    keys: ['a', 'b', 'c'],
    state: { word },
    detail: rowOf('of the result'),
  }) as unknown as LabResult;
const cell = (query: number | null, key = 0): PointedCell => ({ field: 'weights', query, key });

/** A pointer over a result, with the row that it asks for and what it has announced. */
function pointed() {
  const row = promised<LabRow | undefined>();
  const seen: (Pointed | null)[] = [];
  const failed: unknown[] = [];
  const lab = { result: resultOf(0), isOver: false };
  const host = Object.assign(new EventTarget(), { addController: () => {} });
  const pointer = new LabPointer(host as unknown as ReactiveElement, {
    result: () => lab.result,
    row: () => row.promise,
    isOver: () => lab.isOver,
    failed: (error) => failed.push(error),
    announce: (at) => seen.push(at),
  });
  return { pointer, row, seen, failed, lab };
}

it('a cell of the selected word has the details of the result', async () => {
  const { pointer, seen, lab } = pointed();
  await pointer.point(cell(null, 2));
  expect(seen).toEqual([{ field: 'weights', query: 0, key: 2, detail: lab.result.detail }]);
});

it('a cell of another word gets the details of its row when they arrive, and keeps them in this row', async () => {
  const { pointer, row, seen } = pointed();
  const done = pointer.point(cell(1));
  expect(seen.at(-1)).toMatchObject({ query: 1, detail: null });
  row.resolve(rowOf('of b'));
  await done;
  expect(seen.at(-1)).toMatchObject({ query: 1, detail: rowOf('of b') });
  void pointer.point(cell(1, 2));
  expect(seen.at(-1)).toMatchObject({ query: 1, key: 2, detail: rowOf('of b') });
});

it('details that arrive after the pointer has left, or for an older result, are dropped', async () => {
  for (const leave of [
    ({ pointer }: ReturnType<typeof pointed>) => void pointer.point(null),
    ({ lab }: ReturnType<typeof pointed>) => void (lab.result = resultOf(0)),
    ({ lab }: ReturnType<typeof pointed>) => void (lab.isOver = true),
  ]) {
    const all = pointed();
    const done = all.pointer.point(cell(1));
    leave(all);
    const count = all.seen.length;
    all.row.resolve(rowOf('of b'));
    await done;
    expect(all.seen).toHaveLength(count);
  }
});

it('a row that cannot be computed is reported, unless it is no longer asked for', async () => {
  const asked = pointed();
  const done = asked.pointer.point(cell(1));
  asked.row.resolve(Promise.reject(new Error('no memory')));
  await done;
  expect(asked.failed).toEqual([new Error('no memory')]);

  const left = pointed();
  const late = left.pointer.point(cell(1));
  void left.pointer.point(null);
  left.row.resolve(Promise.reject(new Error('no memory')));
  await late;
  expect(left.failed).toEqual([]);
});

it('a cell outside of a smaller result is not pointed at', async () => {
  const { pointer, seen } = pointed();
  await pointer.point(cell(0, 3));
  await pointer.point(cell(3, 0));
  expect(seen).toEqual([null, null]);
});
