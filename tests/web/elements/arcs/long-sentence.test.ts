/** Sentences of more than 40 words: which arcs are drawn, and which part of the strip is visible. */
import { describe, expect, it } from 'vitest';
import {
  arcCount,
  partToDraw,
  keepStrongest,
} from '../../../../web/src/elements/arcs/long-sentence';

describe('the arcs of a long sentence', () => {
  it('belong to the 12 largest weights', () => {
    const row = Float32Array.from({ length: 50 }, (_, i) => ((7 * i) % 50) / 1225);
    const kept = keepStrongest(row);
    const largest = [...row].sort((a, b) => b - a).slice(0, 12);
    expect([...kept].filter((weight) => weight > 0).sort((a, b) => b - a)).toEqual(largest);
    kept.forEach((weight, i) => expect(weight === 0 || weight === row[i]).toBe(true));
  });

  it('are the first 12 if weights are equal', () => {
    const kept = keepStrongest(new Float32Array(64).fill(1 / 64));
    expect([...kept.keys()].filter((i) => kept[i]! > 0)).toEqual([...Array(12).keys()]);
  });

  it('are counted without masked weights, and tiny weights have none', () => {
    const row = new Float32Array(60);
    row.set([0.5, 0.3, 0.197, 0.003]);
    expect(arcCount(row)).toEqual({ drawn: 3, all: 4 });
    expect(arcCount(new Float32Array(60))).toEqual({ drawn: 0, all: 0 });
    expect(arcCount(new Float32Array(60).fill(1 / 60))).toEqual({ drawn: 12, all: 60 });
  });
});

describe('the part of the strip that is drawn', () => {
  it('is the visible part, and as much again on either side', () => {
    expect(partToDraw(5000, { from: 2000, width: 600 }, undefined)).toEqual({
      from: 1400,
      width: 1800,
    });
    expect(partToDraw(5000, { from: -8, width: 600 }, undefined)).toEqual({ from: 0, width: 1192 });
    expect(partToDraw(5000, { from: 4408, width: 600 }, undefined)).toEqual({
      from: 3808,
      width: 1192,
    });
    expect(partToDraw(500, { from: 0, width: 600 }, undefined)).toEqual({ from: 0, width: 500 });
  });

  it('stays until another part becomes visible', () => {
    const before = partToDraw(5000, { from: 2000, width: 600 }, undefined);
    expect(partToDraw(5000, { from: 2600, width: 600 }, before)).toBe(before);
    expect(partToDraw(5000, { from: 1400, width: 600 }, before)).toBe(before);
    expect(partToDraw(5000, { from: 2601, width: 600 }, before)).not.toBe(before);
    expect(partToDraw(5000, { from: 1399, width: 600 }, before)).not.toBe(before);
  });
});
