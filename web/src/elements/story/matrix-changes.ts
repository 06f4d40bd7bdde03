/**
 * Over an open matrix: a ring around the cells that have changed and, struck through, what a number was: in its cell, or
 * beside it. Where there is room for neither, a band at the top of the cell has its old colour.
 */
import { formatShort } from '../../draw/format';
import { cellColor, isOnDark, reachOf } from '../../draw/pictures/story-lane';
import type { StoryMatrix } from '../../model/matrices';
import type { CanvasColors } from '../base/theme';
import { kRow } from './number-matrix.styles';

const kRing = 2;
const kBand = 5;
const kFont = 14;
const kMargin = 3;
/** The width of a cell with a number in it. */
const kWide = 40;

/** The part of a matrix that is in sight, in pixels from its first cell. */
export interface MatrixWindow {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The width of a column. */
  readonly cell: number;
}

type Numbers = Pick<StoryMatrix, 'rows' | 'columns' | 'values' | 'before'>;

/** Whether a number is written differently than before the edits. */
export function hasChanged(
  { rows, columns, values, before }: Numbers,
  row: number,
  column: number,
): boolean {
  if (!before || row < 0 || row >= rows || column < 0 || column >= columns) return false;
  const cell = row * columns + column;
  const [value, old] = [values[cell]!, before[cell]!];
  return value !== old && formatShort(value) !== formatShort(old);
}

/** Returns how many changed cells are in sight. */
export function paintChanges(
  canvas: HTMLCanvasElement,
  matrix: Numbers,
  window: MatrixWindow,
  colors: CanvasColors,
): number {
  const { left, top, width, height, cell } = window;
  const changed = cellsIn(matrix, window).filter(([row, column]) =>
    hasChanged(matrix, row, column),
  );
  canvas.hidden = changed.length === 0;
  if (canvas.hidden) return 0;
  const density = devicePixelRatio;
  Object.assign(canvas, { width: width * density, height: height * density });
  Object.assign(canvas.style, {
    ...{ left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` },
  });
  const context = canvas.getContext('2d')!;
  context.scale(density, density);
  context.translate(-left, -top);
  Object.assign(context, { font: `${kFont}px ${colors.font}`, textBaseline: 'middle' });
  const reach = reachOf(matrix.values);
  const shades = { scale: 'diverging', dark: colors.dark } as const;
  for (const [row, column] of changed) {
    const [x, y] = [column * cell, row * kRow];
    const at = row * matrix.columns + column;
    const [value, old] = [matrix.values[at]!, matrix.before![at]!];
    const text = formatShort(old);
    const wide = context.measureText(text).width;
    if (cell >= kWide) {
      const ink = isOnDark(value, reach, shades) ? '#ffffff' : '#000000';
      strike(context, text, { x: x + (cell - wide) / 2, y: y + kRow / 2, wide, ink });
    } else {
      const room = wide + 2 * kMargin;
      const start = roomBeside(matrix, window, [row, column], room);
      if (start === undefined) {
        context.fillStyle = cellColor(old, reach, shades);
        context.fillRect(x, y, cell, kBand);
      } else {
        context.fillStyle = colors.paper;
        context.fillRect(start, y, room, kRow);
        const place = { x: start + kMargin, y: y + kRow / 2, wide, ink: colors.ink };
        strike(context, text, place);
      }
    }
    context.fillStyle = colors.ink;
    for (const edge of edges(matrix, [row, column], cell)) context.fillRect(...edge);
  }
  return changed.length;
}

type Place = readonly [row: number, column: number];

function cellsIn({ rows, columns }: Numbers, window: MatrixWindow): Place[] {
  const { left, top, width, height, cell } = window;
  const range = (from: number, size: number, pitch: number, count: number) => {
    const first = Math.floor(from / pitch);
    const end = Math.min(count, Math.ceil((from + size) / pitch));
    return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
  };
  const across = range(left, width, cell, columns);
  return range(top, height, kRow, rows).flatMap((row) =>
    across.map((column): Place => [row, column]),
  );
}

/** Where a text beside a cell begins: over cells that have not changed, within sight. */
function roomBeside(
  matrix: Numbers,
  { left, width, cell }: MatrixWindow,
  [row, column]: Place,
  room: number,
): number | undefined {
  const covered = Math.ceil(room / cell);
  const isFree = (first: number) =>
    Array.from({ length: covered }, (_, i) => first + i).every(
      (one) => !hasChanged(matrix, row, one),
    );
  const after = (column + 1) * cell;
  if (after + room <= left + width && isFree(column + 1)) return after;
  const before = column * cell - room;
  return before >= left && isFree(column - covered) ? before : undefined;
}

/** The sides of a cell's ring, inside it: none towards another cell that has changed, so that both share one ring. */
function edges(matrix: Numbers, [row, column]: Place, cell: number) {
  const [x, y] = [column * cell, row * kRow];
  const isOpen = (down: number, right: number) => hasChanged(matrix, row + down, column + right);
  const sides: [isLeftOut: boolean, ...rect: [number, number, number, number]][] = [
    [isOpen(-1, 0), x, y, cell, kRing],
    [isOpen(1, 0), x, y + kRow - kRing, cell, kRing],
    [isOpen(0, -1), x, y, kRing, kRow],
    [isOpen(0, 1), x + cell - kRing, y, kRing, kRow],
  ];
  return sides.flatMap(([isLeftOut, ...rect]) => (isLeftOut ? [] : [rect]));
}

interface Struck {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly ink: string;
}

function strike(context: CanvasRenderingContext2D, text: string, { x, y, wide, ink }: Struck) {
  context.fillStyle = ink;
  context.fillText(text, x, y);
  // Below a minus sign.
  context.fillRect(x - 1, Math.round(y), wide + 2, 1);
}
