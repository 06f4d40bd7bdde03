/**
 * Draws the numbers over an open matrix, if its cells are wide enough. A changed cell has a ring and its old number,
 * struck through: inside the cell, or over the cells beside it if those have no numbers. If there is no room for that,
 * a band at the top of the cell shows its old color.
 */
import { formatShort } from '../../../draw/format-short';
import { cellColor, isOnDark, reachOf } from '../../../draw/pictures/story-lane';
import type { StoryMatrix } from '../../../model/stages/matrices';
import type { CanvasColors } from '../../styles/theme';
import { kRow } from './number-matrix.styles';

const kRing = 2;
const kBand = 5;
const kFont = 14;
const kMargin = 3;
/** The width of a cell with a number in it, which has up to seven characters. */
const kWide = 48;

/** The visible part of a matrix, in pixels from its first cell. */
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
export function isChangedNumber(
  { rows, columns, values, before }: Numbers,
  row: number,
  column: number,
  reach = reachOf(values),
): boolean {
  if (!before || row < 0 || row >= rows || column < 0 || column >= columns) return false;
  const cell = row * columns + column;
  const [value, old] = [values[cell]!, before[cell]!];
  return value !== old && formatShort(value, reach) !== formatShort(old, reach);
}

export function paintNumbers(
  canvas: HTMLCanvasElement,
  matrix: Numbers,
  window: MatrixWindow,
  colors: CanvasColors,
): void {
  const { left, top, width, height, cell } = window;
  const reach = reachOf(matrix.values);
  const isWide = cell >= kWide;
  const inSight = cellsIn(matrix, window);
  const changed = inSight.filter(([row, column]) => isChangedNumber(matrix, row, column, reach));
  canvas.hidden = !isWide && changed.length === 0;
  if (canvas.hidden) return;
  const density = devicePixelRatio;
  Object.assign(canvas, { width: width * density, height: height * density });
  Object.assign(canvas.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  const context = canvas.getContext('2d')!;
  context.scale(density, density);
  context.translate(-left, -top);
  Object.assign(context, { font: `${kFont}px ${colors.font}`, textBaseline: 'middle' });
  const sheet = { context, matrix, window, colors, reach };
  if (isWide) for (const place of inSight) paintIn(place, sheet);
  else for (const place of changed) paintBeside(place, sheet);
  for (const place of changed) paintRing(place, sheet);
}

interface Sheet {
  readonly context: CanvasRenderingContext2D;
  readonly matrix: Numbers;
  readonly window: MatrixWindow;
  readonly colors: CanvasColors;
  /** The largest number of the matrix, which has the strongest color. */
  readonly reach: number;
}

/** Draws the number, after the old one if there is room for both. */
function paintIn([row, column]: Place, { context, matrix, window, colors, reach }: Sheet): void {
  const { cell } = window;
  const index = row * matrix.columns + column;
  const value = matrix.values[index]!;
  const text = formatShort(value, reach);
  const oldText = isChangedNumber(matrix, row, column, reach)
    ? formatShort(matrix.before![index]!, reach)
    : '';
  const [wide, old] = [text, oldText].map((number) => context.measureText(number).width) as [
    number,
    number,
  ];
  const both = old + 2 * kMargin + wide;
  const hasBoth = oldText !== '' && both + 2 * kMargin <= cell;
  const y = middleOf(row);
  let x = column * cell + (cell - (hasBoth ? both : wide)) / 2;
  const ink = inkOn(value, reach, colors);
  if (hasBoth) {
    strike(context, oldText, { x, y, wide: old, ink });
    x += both - wide;
  } else if (oldText !== '') paintBand([row, column], { context, matrix, window, colors, reach });
  // Zeros are muted: others stand out.
  context.fillStyle = /[1-9∞N]/.test(text) ? ink : colors.muted;
  context.fillText(text, x, y);
}

/** Draws the old number over the cells beside it. */
function paintBeside(place: Place, sheet: Sheet): void {
  const { context, matrix, window, colors, reach } = sheet;
  const [row, column] = place;
  const text = formatShort(matrix.before![row * matrix.columns + column]!, reach);
  const wide = context.measureText(text).width;
  const room = wide + 2 * kMargin;
  const start = roomBeside(matrix, window, place, room);
  if (start === undefined) return paintBand(place, sheet);
  context.fillStyle = colors.paper;
  context.fillRect(start, row * kRow, room, kRow);
  strike(context, text, { x: start + kMargin, y: middleOf(row), wide, ink: colors.ink });
}

function paintBand([row, column]: Place, { context, matrix, window, colors, reach }: Sheet): void {
  const { cell } = window;
  context.fillStyle = cellColor(matrix.before![row * matrix.columns + column]!, reach, colors);
  context.fillRect(column * cell, row * kRow, cell, kBand);
}

function paintRing(place: Place, { context, matrix, window, colors }: Sheet): void {
  context.fillStyle = colors.ink;
  for (const edge of edges(matrix, place, window.cell)) context.fillRect(...edge);
}

/** The middle of a row's digits, which are higher than letters. */
const middleOf = (row: number): number => (row + 0.5) * kRow + 1;

const inkOn = (value: number, reach: number, colors: CanvasColors): string =>
  !Number.isFinite(value) ? colors.ink : isOnDark(value, reach, colors) ? '#ffffff' : '#000000';

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

/** The left end of a text beside a cell: over unchanged cells, within the visible part. */
function roomBeside(
  matrix: Numbers,
  { left, width, cell }: MatrixWindow,
  [row, column]: Place,
  room: number,
): number | undefined {
  const covered = Math.ceil(room / cell);
  const isFree = (first: number) =>
    Array.from({ length: covered }, (_, i) => first + i).every(
      (other) => !isChangedNumber(matrix, row, other),
    );
  const after = Math.round((column + 1) * cell);
  if (after + room <= left + width && isFree(column + 1)) return after;
  const before = Math.round(column * cell) - room;
  return before >= left && isFree(column - covered) ? before : undefined;
}

/** The sides of a cell's ring, inside it: none towards another cell that has changed, so that both share one ring. */
function edges(matrix: Numbers, [row, column]: Place, cell: number) {
  // Whole pixels keep its lines sharp.
  const [x, right] = [Math.round(column * cell), Math.round((column + 1) * cell)];
  const [y, width] = [row * kRow, right - x];
  const isOpen = (below: number, beside: number) =>
    isChangedNumber(matrix, row + below, column + beside);
  const sides: [isLeftOut: boolean, ...rect: [number, number, number, number]][] = [
    [isOpen(-1, 0), x, y, width, kRing],
    [isOpen(1, 0), x, y + kRow - kRing, width, kRing],
    [isOpen(0, -1), x, y, kRing, kRow],
    [isOpen(0, 1), right - kRing, y, kRing, kRow],
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
  // The line would hide a minus sign.
  const sign = text.startsWith('−') ? context.measureText('−').width : 0;
  context.fillRect(x + sign - 1, Math.round(y) - 1, wide - sign + 2, 1);
}
