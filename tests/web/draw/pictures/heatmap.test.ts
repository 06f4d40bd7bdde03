import { describe, expect, it } from 'vitest';
import type { HeatmapPicture } from '../../../../web/src/draw/pictures/heatmap-picture';
import { pictureLayout } from '../../../../web/src/draw/pictures/heatmap-layout';
import { sceneToSvg } from '../../../../web/src/draw/scene/to-svg';
import { seeded } from '../../../support/seeded';
import { measure, numberOf, outside, shapes, sheet, texts } from '../sheet';
import { sceneOf } from '../../../../web/src/draw/pictures/picture';

function picture(
  rows: number,
  columns: number,
  change: Partial<HeatmapPicture> = {},
): HeatmapPicture {
  const { uniform } = seeded(rows * 1000 + columns);
  const data = Float32Array.from({ length: rows * columns }, uniform);
  const labels = (count: number) => Array.from({ length: count }, (_, i) => `token${i}`);
  return {
    title: 'Weights',
    subtitle: 'head 1',
    matrix: { rows, columns, data },
    coloring: { scale: 'sequential', reach: 1, masks: null },
    rowLabels: labels(rows),
    columnLabels: labels(columns),
    query: null,
    min: 0,
    max: 1,
    largestCell: 84,
    ...change,
  };
}

const causal = (count: number) => ({
  rows: count,
  columns: count,
  data: Float32Array.from({ length: count * count }, (_, cell) =>
    cell % count > Math.floor(cell / count) ? -Infinity : 0,
  ),
});

describe('a heatmap figure', () => {
  it('labels each row and column and shows the value of each cell', () => {
    const input = picture(5, 7);
    const scene = sceneOf({ kind: 'heatmap', ...input }, sheet);
    const allTexts = texts(scene);
    for (const label of input.rowLabels) expect(allTexts).toContain(label);
    for (const label of input.columnLabels) expect(allTexts).toContain(label);
    const numbers = shapes(scene, 'text').filter(({ text }) => /^\d\.\d\d$/.test(text));
    expect(numbers).toHaveLength(35);
    numbers.forEach(({ text }, cell) => {
      const error = Math.abs(numberOf(text) - input.matrix.data[cell]!);
      expect(error).toBeLessThanOrEqual(0.005 + 1e-6);
    });
  });

  it('outlines changed cells, and strikes through their old number', () => {
    const { matrix, ...input } = picture(4, 5);
    const data = matrix.data.slice();
    data[7]! += 0.3;
    const was = { ...matrix, data };
    const scene = sceneOf({ kind: 'heatmap', ...input, matrix, before: was }, sheet);
    const plain = sceneOf({ kind: 'heatmap', ...input, matrix }, sheet);
    const old = data[7]!.toFixed(2);
    expect(texts(scene).length).toBe(texts(plain).length + 1);
    expect(texts(scene).filter((text) => text === old).length).toBe(
      texts(plain).filter((text) => text === old).length + 1,
    );
    const closed = ({ d }: { d: string }) => d.endsWith('z');
    const outlines = shapes(scene, 'path').filter(closed);
    expect(outlines.map(({ d }) => d.match(/z/g))).toEqual([['z']]);
    // A cell in row 1, column 2.
    const layout = pictureLayout({
      rows: 4,
      columns: 5,
      largestCell: 84,
      rowLabelWidth: 0,
      columnLabelWidth: 0,
    });
    const [x, y] = /^M([\d.]+) ([\d.]+)/.exec(outlines[0]!.d)!.slice(1).map(Number);
    expect(Math.floor(x! / layout.cellWidth)).toBe(2);
    expect(Math.floor(y! / layout.cellHeight)).toBe(1);
    const same = sceneOf({ kind: 'heatmap', ...input, matrix, before: matrix }, sheet);
    expect(same.shapes).toEqual(plain.shapes);
  });

  it('shows mask, query, min, max and caption in its legend', () => {
    const coloring = { scale: 'sequential', reach: 0.5, masks: causal(6) } as const;
    const scene = sceneOf(
      { kind: 'heatmap', ...picture(6, 6, { coloring, query: 4, max: 0.75 }) },
      sheet,
    );
    const allTexts = texts(scene);
    for (const text of [
      'Weights',
      'head 1',
      'masked',
      'query: token4',
      '0.500 and more',
      'min 0, max 0.750',
      ...sheet.caption,
    ])
      expect(allTexts).toContain(text);
    expect(allTexts.filter((text) => /^\d\.\d\d$/.test(text))).toHaveLength(21);
    const [outline] = shapes(scene, 'rect').filter(
      ({ stroke, width }) => stroke === sheet.colors.query && width > 20,
    );
    const row = shapes(scene, 'text').find(({ text, bold }) => text === 'token4' && bold)!;
    expect(outline!.y).toBeLessThan(row.y);
    expect(outline!.y + outline!.height).toBeGreaterThan(row.y);
  });

  it.each([
    [1, 1],
    [6, 6],
    [24, 24],
    [64, 64],
    [128, 128],
    [129, 129],
    [512, 512],
    [6, 256],
    [512, 4],
    [3, 40],
  ])('of %i x %i has integer cell sizes, room for labels, and stays in bounds', (rows, columns) => {
    const layout = pictureLayout({
      rows,
      columns,
      rowLabelWidth: 300,
      columnLabelWidth: 60,
      largestCell: 84,
    });
    for (const edge of [layout.cellWidth, layout.cellHeight, layout.left, layout.top])
      expect(Number.isInteger(edge)).toBe(true);
    expect(layout.cellHeight * rows).toBeLessThanOrEqual(rows <= 24 ? 24 * 38 : 1792);
    expect(layout.rowLabels).toBe(rows <= 128 ? 'names' : 'numbers');
    expect(layout.columnLabels === 'numbers').toBe(columns > 128);
    if (columns <= 24) expect(layout.cellWidth).toBeGreaterThanOrEqual(36);
    expect(outside(sceneOf({ kind: 'heatmap', ...picture(rows, columns) }, sheet))).toEqual([]);
  });

  it('numbers some rows and columns if there are too many to label', () => {
    const allTexts = texts(sceneOf({ kind: 'heatmap', ...picture(512, 512) }, sheet));
    for (const number of ['1', '32', '480', '512'])
      expect(allTexts.filter((text) => text === number)).toHaveLength(2);
    expect(allTexts).not.toContain('token1');
  });

  it('takes less than 5 MB as SVG for 512 tokens with all-different neighbors', () => {
    const svg = sceneToSvg(sceneOf({ kind: 'heatmap', ...picture(512, 512) }, sheet));
    expect(svg.length).toBeLessThan(5e6);
    expect(svg.match(/<path/g)!.length).toBeLessThanOrEqual(256);
  });

  it.each([3, 12, 40])('has long words in full, as rows and columns of %i', (count) => {
    const word = 'straightforwardness';
    // The query word is bold, which is wider.
    const labels = Array.from({ length: count }, (_, i) => (i === 1 ? word : 'a'));
    const change = { rowLabels: labels, columnLabels: labels, query: 1 };
    const scene = sceneOf({ kind: 'heatmap', ...picture(count, count, change) }, sheet);
    expect(texts(scene).filter((text) => text === word)).toHaveLength(2);
    expect(outside(scene)).toEqual([]);
  });

  it('truncates labels that are too long', () => {
    const long = 'x'.repeat(8000);
    const scene = sceneOf(
      {
        kind: 'heatmap',
        ...picture(2, 2, { rowLabels: [long, 'b'], columnLabels: [long, 'b'], query: 0 }),
      },
      sheet,
    );
    const [across, down] = shapes(scene, 'text').filter(({ text }) => text.startsWith('xx'));
    for (const label of [across!, down!]) {
      expect(label.text).toMatch(/^x+…$/);
      expect(measure(label.text, label)).toBeLessThanOrEqual(640 / 3);
    }
    expect(outside(scene)).toEqual([]);
  });
});
