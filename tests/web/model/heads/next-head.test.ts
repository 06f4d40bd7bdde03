import { describe, expect, it } from 'vitest';
import { headKey } from '../../../../web/src/model/heads/found-heads';
import { nextHead } from '../../../../web/src/model/heads/next-head';

const model = { layers: 2, heads: 3 };
const none = new Map();

/** All heads that are reached. */
function walked(names: ReadonlyMap<string, unknown>, from: [number, number], by: 1 | -1) {
  const heads: string[] = [];
  let head: { layer: number; head: number } | undefined = { layer: from[0], head: from[1] };
  while ((head = nextHead(model, names, head, by))) heads.push(headKey(head.layer, head.head));
  return heads.join(' ');
}

describe('from head to head', () => {
  it('goes through all heads if none has a name', () => {
    expect(walked(none, [0, 1], 1)).toBe('0.2 1.0 1.1 1.2');
    expect(walked(none, [1, 1], -1)).toBe('1.0 0.2 0.1 0.0');
  });

  it('goes to named heads, also from an unnamed one', () => {
    const names = new Map([
      [headKey(1, 2), []],
      [headKey(0, 1), []],
    ]);
    expect(walked(names, [0, 0], 1)).toBe('0.1 1.2');
    expect(walked(names, [0, 1], 1)).toBe('1.2');
    expect(walked(names, [1, 2], -1)).toBe('0.1');
    expect(walked(names, [1, 2], 1)).toBe('');
  });
});
