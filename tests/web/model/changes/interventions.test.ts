import { describe, expect, it } from 'vitest';
import { headInterventions } from '../../../../web/src/model/changes/interventions';

describe('interventions', () => {
  const place = { attention: 'layers.0.attention', head: 2 };

  it('switch heads off, and force rows', () => {
    expect(headInterventions([place], [{ ...place, query: 1, key: 0 }], () => 3)).toEqual([
      { layer: place.attention, field: 'context', index: [null, 2], value: 0 },
      {
        layer: place.attention,
        field: 'weights',
        index: [0, 2, 1],
        value: Float32Array.of(1, 0, 0),
      },
    ]);
  });
});
