/** Reads results that are written by hand, as wasm/messages/result.h describes them. */
import { expect, it } from 'vitest';
import { ResultReader } from '../../../../web/src/engine/module/result-reader';

function read(...words: number[]): unknown {
  const reader = new ResultReader();
  reader.memory = new Int32Array([0, ...words]).buffer;
  return reader.read(4);
}

it('a list of a flag, nothing and a text is read', () => {
  const [list, flag, text] = [4, 1, 3];
  expect(read(list, 3, flag, 1, 0, text, 2, 0x6261)).toEqual([true, undefined, 'ab']);
});

it('an unknown kind is an error, so that no later word is read as something else', () => {
  expect(() => read(99)).toThrow('unknown kind of result: 99');
  expect(() => read(4, 2, 99, 1, 1)).toThrow('unknown kind of result: 99');
});
