/** A line of numbers under the words: colored cells, a strip of all columns, bars of weights, and gradients. */
import { contrastingInk, cssColor } from '../color';
import { colorAt, colorIndex, colorTable } from '../color-scales';
import { rasterize } from '../matrix/raster';
import { hatching } from '../scene/hatching';
import type { Part, Shape } from '../scene/scene';
import type { SheetColors } from '../scene/sheet';
import { arcColor } from './arcs';

export interface StoryLane {
  /** `bars` are weights from 0 to 1. */
  readonly kind: 'cells' | 'bars';
  /** [slots, width]. Each slot has one number cell, which shows its followed column. */
  readonly values: Float32Array;
  readonly slots: number;
  /** The columns of a slot. Several are drawn as a strip above its number. */
  readonly width: number;
  readonly followed: number;
  /** How many columns, from the followed one on, have their numbers written out. */
  readonly across: number;
  /** The weights of the bars without edits, drawn as ghosts. */
  readonly before: Float32Array | undefined;
  /** How much the head has learned, from 0 (bars in pencil) to 1 (in ink). */
  readonly ink: number;
  /** Gradients with respect to the values, and the largest gradient in the story. */
  readonly gradients: Float32Array | undefined;
  readonly steepest: number;
  /** Whether the lane has room for gradients. */
  readonly hasGradients: boolean;
  /** Positive numbers fill the upper half of a strip and others the lower half, so that signs show without colors. */
  readonly split: boolean;
  /** The width of a slot in pixels. */
  readonly pitch: number;
  /** The width of a number cell in pixels, if it is narrower than its slot. */
  readonly cell: number;
}

/** Heights in pixels. */
export const kStrip = 14;
export const kCell = 36;
export const kBars = 34;
export const kGap = 2;
const kBand = 7;
/** The minimum change of a weight that is drawn as a ghost. */
const kGhost = 0.005;

/** The distance of the number cells from the top. */
export const cellsTop = ({ kind, width }: Pick<StoryLane, 'kind' | 'width'>): number =>
  kind === 'bars' ? kBars : width > 1 ? kStrip + kGap : 0;

type LaneSize = Pick<StoryLane, 'kind' | 'slots' | 'width' | 'hasGradients'>;

/** A single row has its number below the lane, so its strip also shows the gradients. */
const isOneRow = ({ slots, width }: LaneSize) => slots === 1 && width > 1;

export const laneHeight = (lane: LaneSize): number =>
  isOneRow(lane) ? kStrip + kGap : cellsTop(lane) + kCell + (lane.hasGradients ? kBand : 0);

/** The largest finite size of the numbers. */
export function reachOf(values: ArrayLike<number>): number {
  let reach = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]!);
    if (size > reach && size < Infinity) reach = size;
  }
  return reach;
}

/** Whether a cell is so dark that its text must be white. */
export const isOnDark = (value: number, reach: number, shades: Shades): boolean =>
  contrastingInk(signedColor(value, reach, shades)) === '#ffffff';

/** The color of a number cell. */
export const cellColor = (value: number, reach: number, shades: Shades): string =>
  cssColor(signedColor(value, reach, shades));

interface Shades {
  readonly dark: boolean;
}

const signedColor = (value: number, reach: number, { dark }: Shades) =>
  colorAt(colorTable('diverging', dark), colorIndex('diverging', value, reach));

export function storyLane(lane: StoryLane, colors: SheetColors): Part {
  const { kind, slots, width, pitch, gradients } = lane;
  const shapes = kind === 'bars' ? bars(lane, colors) : cells(lane, colors);
  if (gradients && !isOneRow(lane)) {
    const top = laneHeight(lane) - kBand + kGap;
    for (let slot = 0; slot < slots; slot++)
      shapes.push(
        ...gradientBar(lane, slot, gradients[slot * width + lane.followed]!, top, colors),
      );
  }
  return { width: slots * pitch, height: laneHeight(lane), shapes };
}

/** Number cells, below a strip of all columns if there are several. */
function cells(lane: StoryLane, colors: SheetColors): Shape[] {
  const { slots, width, pitch } = lane;
  const reach = reachOf(lane.values);
  const strip = width > 1 ? stripShapes(lane, reach, colors) : [];
  if (isOneRow(lane)) return [...strip, mark(lane, 0, colors)];
  const shapes = [...strip, ...cellShapes(lane, reach, colors)];
  for (let slot = 1; slot <= slots; slot++)
    shapes.push({
      kind: 'rect',
      x: slot * pitch - kGap,
      y: 0,
      width: kGap,
      height: laneHeight(lane),
      fill: colors.paper,
    });
  if (width > 1) for (let slot = 0; slot < slots; slot++) shapes.push(mark(lane, slot, colors));
  return shapes;
}

/** The strip of all columns, with their gradients. */
function stripShapes(lane: StoryLane, reach: number, { dark }: SheetColors): Shape[] {
  const { values, gradients, split, steepest } = lane;
  const length = lane.slots * lane.pitch;
  const height = gradients ? kStrip - 5 : kStrip;
  const part = (data: Float32Array, y: number, height: number) =>
    band(data, { y, width: length, height }, reach, dark);
  const half = height / 2;
  const above = (value: number) => (value < 0 ? 0 : value);
  const below = (value: number) => (value > 0 ? 0 : value);
  const bands = split
    ? [part(values.map(above), 0, half), part(values.map(below), half, half)]
    : [part(values, 0, height)];
  return gradients ? [...bands, gradientStrip(gradients, steepest, length, dark)] : bands;
}

/** The cells of the followed column, hatched where a number is not finite. */
function cellShapes(lane: StoryLane, reach: number, { dark }: SheetColors): Shape[] {
  const { values, slots, width, followed, pitch, cell } = lane;
  const y = cellsTop(lane);
  const numbers = Float32Array.from(
    { length: slots },
    (_, slot) => values[slot * width + followed]!,
  );
  const shapes: Shape[] =
    cell === pitch
      ? [band(numbers, { y, width: slots * pitch, height: kCell }, reach, dark)]
      : Array.from(numbers, (value, slot) => ({
          kind: 'rect',
          x: slot * pitch,
          y,
          width: cell,
          height: kCell,
          fill: cellColor(value, reach, { dark }),
        }));
  const hidden = Array.from(numbers.keys()).filter((slot) => !Number.isFinite(numbers[slot]!));
  if (hidden.length > 0)
    shapes.push(
      hatching(
        hidden.map((slot) => ({ x: slot * pitch, y, width: pitch, height: kCell })),
        dark,
      ),
    );
  return shapes;
}

/** One row of colored numbers, side by side. */
function band(
  data: Float32Array,
  area: Pick<Area, 'y' | 'width' | 'height'>,
  reach: number,
  dark: boolean,
): Shape {
  return {
    kind: 'raster',
    x: 0,
    ...area,
    raster: rasterize(
      { rows: 1, columns: data.length, data },
      { scale: 'diverging', reach, masks: { rows: 1, columns: data.length, data } },
      dark,
    ),
  };
}

/** A frame around the followed columns in the strip. */
function mark(
  { pitch, width, followed, across }: StoryLane,
  slot: number,
  { ink }: SheetColors,
): Shape {
  const column = pitch / width;
  const columns = Math.min(across, width - followed);
  const wide = Math.max(3, columns * column);
  const x = slot * pitch + (followed + columns / 2) * column - wide / 2;
  return {
    kind: 'rect',
    x: x + 0.5,
    y: 0.5,
    width: wide - 1,
    height: kStrip - 1,
    stroke: ink,
    lineWidth: 1,
  };
}

function gradientStrip(data: Float32Array, reach: number, width: number, dark: boolean): Shape {
  return {
    kind: 'raster',
    x: 0,
    y: kStrip - 4,
    width,
    height: 4,
    raster: rasterize(
      { rows: 1, columns: data.length, data },
      { scale: 'diverging', reach, masks: null },
      dark,
    ),
  };
}

/** A bar from the middle of a cell: to the right for a positive gradient, to the left for a negative one. */
function gradientBar(
  { pitch, cell, steepest }: StoryLane,
  slot: number,
  gradient: number,
  y: number,
  { dark, line }: SheetColors,
): Shape[] {
  const room = Math.min(pitch, cell) / 2 - 4;
  const length = steepest > 0 ? (Math.abs(gradient) / steepest) * room : 0;
  const middle = slot * pitch + Math.min(pitch, cell) / 2 - 1;
  const tick: Shape = { kind: 'rect', x: middle, y, width: 1, height: 4, fill: line };
  if (length < 0.2) return [tick];
  const bar: Shape = {
    kind: 'rect',
    x: gradient < 0 ? middle - length : middle,
    y,
    width: length,
    height: 4,
    fill: cellColor(Math.sign(gradient), 1, { dark }),
  };
  return [tick, bar];
}

function bars({ values, before, ink, slots, pitch }: StoryLane, colors: SheetColors): Shape[] {
  const fill = arcColor(ink, colors);
  const shapes: Shape[] = [];
  const wide = Math.min(28, pitch - 14);
  const room = kBars - 4;
  for (let slot = 0; slot < slots; slot++) {
    const x = slot * pitch + (pitch - wide) / 2;
    const height = Math.max(1, room * clamped(values[slot]!));
    shapes.push({ kind: 'rect', x, y: kBars - height, width: wide, height, fill });
    const old = before?.[slot];
    if (old === undefined || Math.abs(old - values[slot]!) < kGhost) continue;
    const ghost = Math.max(1, room * clamped(old));
    shapes.push(dashed({ x, y: kBars - ghost, width: wide, height: ghost }, colors.muted));
  }
  return shapes;
}

const clamped = (weight: number) => Math.min(1, Math.max(0, Number.isNaN(weight) ? 0 : weight));

/** Splits the outline into dashes, because scenes have no dashed strokes. */
function dashed(area: Area, stroke: string): Shape {
  const { x, y, width, height } = area;
  const pieces: string[] = [];
  for (let x0 = 0; x0 < width; x0 += 5) pieces.push(`M${x0} 0H${Math.min(width, x0 + 3)}`);
  for (let y0 = 0; y0 < height; y0 += 5) {
    const end = Math.min(height, y0 + 3);
    pieces.push(`M0 ${y0}V${end}M${width} ${y0}V${end}`);
  }
  return { kind: 'path', x, y, d: pieces.join(''), stroke, lineWidth: 1 };
}

type Area = Record<'x' | 'y' | 'width' | 'height', number>;
