/** Pictures of all heads: the effects of switching each off, and their shares by relation. */
import { describe, expect, it } from 'vitest';
import { sceneOf } from '../../../../web/src/draw/pictures/picture';
import { outside, shapes, sheet, texts } from '../sheet';

describe('a picture of what switching each head off changes', () => {
  const layers = [
    { label: 'Layer 1', heads: [0.02, -0.01].map((change) => ({ change, named: false })) },
    { label: 'Layer 2', heads: [{ change: -0.04, named: true }] },
  ];
  const key = ['named', 'no name'] as const;
  const scene = sceneOf({ kind: 'effects', title: 'Changes', layers, key }, sheet);
  // The first two rectangles are swatches of the key.
  const bars = shapes(scene, 'rect').slice(2);

  it('has a bar for each head, up or down from one line, proportional to its change', () => {
    const [up, down, most] = bars;
    expect(bars).toHaveLength(3);
    expect(up!.y + up!.height).toBeCloseTo(down!.y, 9);
    expect(most!.y).toBeCloseTo(down!.y, 9);
    expect(most!.height / down!.height).toBeCloseTo(4, 9);
    expect(up!.height / down!.height).toBeCloseTo(2, 9);
  });

  it('marks named heads by width and color, and labels the layers and the largest change', () => {
    expect(bars.map(({ fill }) => fill)).toEqual(['#8a8478', '#8a8478', '#1b4a66']);
    expect(bars[2]!.width).toBeGreaterThan(bars[0]!.width);
    const shown = ['Layer 1', 'Layer 2', '+0.040', '−0.040', 'named', 'no name'];
    expect(texts(scene)).toEqual(expect.arrayContaining(shown));
    expect(outside(scene)).toEqual([]);
  });

  it('shows no change as a line', () => {
    const none = [{ label: 'Layer 1', heads: [{ change: 0, named: false }] }];
    const empty = sceneOf({ kind: 'effects', title: 'Changes', layers: none, key }, sheet);
    expect(shapes(empty, 'rect')[2]!.height).toBe(0);
  });
});

describe('a picture of the relations', () => {
  const strips = [
    {
      label: 'verb → object',
      share: '0.87',
      heads: [
        { share: 0.87, named: true },
        { share: 0.25, named: false },
      ],
      offset: 0.5,
    },
    { label: 'verb → subject', share: '0.68', heads: [{ share: 0.68, named: false }], offset: 0 },
  ];
  const scene = sceneOf(
    { kind: 'strips', title: 'Which head does what?', strips, wanted: 0.75, key: 'A tick …' },
    sheet,
  );

  it('has a tick for each head and the best distance at its share', () => {
    const paths = shapes(scene, 'path');
    const axis = paths[0]!;
    const at = (stroke: string) =>
      paths.filter((path) => path.stroke === stroke).map(({ x }) => (x - axis.x) / 480);
    expect(at('#1b4a66')).toEqual([expect.closeTo(0.87, 9)]);
    expect(at('#8a8478')).toEqual([expect.closeTo(0.25, 9), expect.closeTo(0.68, 9)]);
    expect(at('#111111')).toEqual([0.5, 0]);
    expect(new Set(at('#666666'))).toEqual(new Set([0.75]));
  });

  it('labels relations with their shares, and has a legend for the ticks', () => {
    const shown = ['verb → object', '0.87', 'verb → subject', '0.68', 'A tick …'];
    for (const text of shown) expect(texts(scene).some((one) => one.includes(text))).toBe(true);
    expect(outside(scene)).toEqual([]);
  });
});
