import { describe, expect, it } from 'vitest';
import { formatDifference, formatShare } from '../../../../web/src/elements/parts/share-bar';

describe('a difference beside its tolerance', () => {
  it('has at most one decimal, and a power of ten below 1, where decimals alone would be too few', () => {
    expect([0, 2.44e-7, 0.016, 0.06, 0.5, 12.34, NaN].map(formatDifference)).toEqual([
      '0',
      '2.4e−7',
      '1.6e−2',
      '6e−2',
      '5e−1',
      '12.3',
      'NaN',
    ]);
  });

  it('is a share with one decimal below 10%, also where that rounds to 10%', () => {
    expect([0, 0.0004, 0.084, 0.0994, 0.0996, 0.15, 12, NaN].map(formatShare)).toEqual([
      '0%',
      '< 0.1%',
      '8.4%',
      '9.9%',
      '10%',
      '15%',
      '12 ×',
      'NaN',
    ]);
  });
});
