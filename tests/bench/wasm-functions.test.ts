import { describe, expect, it } from 'vitest';
import { bodiesOf, namesOf } from './wasm-functions.ts';

const text = (words: string) => [words.length, ...new TextEncoder().encode(words)];
const section = (kind: number, content: number[]) => [kind, content.length, ...content];

/** A module with one imported and two defined functions: an empty one, and one that drops 300 constants. */
const long = Array.from({ length: 300 }, () => [0x41, 0x00, 0x1a]).flat();
const module = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...section(1, [1, 0x60, 0, 0]),
  ...section(2, [
    2,
    ...text('a'),
    ...text('g'),
    0x03,
    0x7f,
    0x00,
    ...text('a'),
    ...text('f'),
    0,
    0,
  ]),
  ...section(3, [2, 0, 0]),
  // 2 + 300 x 3 bytes are 0x86 0x07, and the section's length is 1 + 3 + 2 + 902 = 0x8c 0x07.
  ...[10, 0x8c, 0x07, 2, 2, 0, 0x0b, 0x86, 0x07, 0, ...long, 0x0b],
  ...section(0, [
    ...text('name'),
    0,
    2,
    ...text('m'),
    1,
    10,
    2,
    1,
    ...text('one'),
    2,
    ...text('b>'),
  ]),
);

describe('the functions of a module', () => {
  it('have bodies, with indices that include imported functions', () => {
    const lengths = [...bodiesOf(module)].map(([index, body]) => [index, body.length]);
    expect(lengths).toEqual([
      [1, 2],
      [2, 902],
    ]);
  });

  it('have the names in the name section', () => {
    expect([...namesOf(module)]).toEqual([
      [1, 'one'],
      [2, 'b>'],
    ]);
  });

  it('have no names without a name section', () => {
    expect(namesOf(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)).size).toBe(0);
  });

  it('are refused for a module without code', () => {
    expect(() => bodiesOf(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))).toThrow(
      'expected a module with code',
    );
  });
});
