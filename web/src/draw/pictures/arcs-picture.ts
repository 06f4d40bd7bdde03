/** An exported sentence with its arcs: those of one word, one layer above it and one layer below. */
import { isolateText, startsRightToLeft, truncateText } from '../fit-text';
import { kText, translateShape, textAt, type Part, type Shape } from '../scene/scene';
import type { Heading, Sheet } from '../scene/sheet';
import { arcShapes, figure, fitWords, kArcRoom, kJoint, layerColor } from './arcs';

export interface ArcsPicture extends Heading {
  readonly tokens: readonly string[];
  /** Tokens that continue the previous word, as in `<attention-arcs>`. */
  readonly joined: readonly number[];
  readonly chosen: number;
  /** Words that are underlined. */
  readonly changed: readonly number[];
  /** Whether the arcs lead from the words that look at the chosen word. */
  readonly seenBy: boolean;
  readonly layers: readonly ArcsLayer[];
}

export interface ArcsLayer {
  readonly title: string;
  readonly ink: number;
  readonly off?: boolean | undefined;
  /** The weight between each word and the chosen one. */
  readonly row: Float32Array;
}

const kWidth = 960;
const kMaxLetters = 24;
/** The height of the figures, between a word's line and the arcs. */
const kFigureRoom = 22;
/** The height of a layer's title, above the arcs or below them. */
const kTitleRoom = 14;
const kLine = 1.16;
/** The width of a figure, and so the minimum width of a word's column; pieces of a word have room for two digits. */
const kMinColumn = 26;
const kMinPiece = 12;

export function arcsParts(picture: ArcsPicture, sheet: Sheet): Part[] {
  const { layers } = picture;
  const row = wordsInRow(picture, sheet);
  const below = layers.length > 1 ? kFigureRoom + kArcRoom + kTitleRoom : 4;
  // Figures may be wider than the first and the last word.
  const margin = 8;
  const shapes = [
    ...wordShapes(picture, row, sheet),
    ...layers.flatMap((_, i) => layerShapes(picture, i, row, sheet)),
  ];
  return [
    {
      width: Math.ceil(row.total + 2 * margin),
      height: Math.ceil(row.bottom + below),
      shapes: shapes.map((shape) => translateShape(shape, margin, 0)),
    },
  ];
}

/** The words beside each other, as large as fits. */
interface Row {
  readonly words: readonly string[];
  readonly size: number;
  /** The widths of the words at size 1. */
  readonly widths: readonly number[];
  readonly middles: readonly number[];
  /** The places of the joints between the pieces of a word. */
  readonly joints: readonly number[];
  readonly total: number;
  readonly bottom: number;
}

/** The top of the words, below the first layer. */
const kTop = kTitleRoom + kArcRoom + kFigureRoom;

function wordsInRow({ tokens, joined }: ArcsPicture, { measure }: Sheet): Row {
  const wordWidth = (size: number) => (text: string) => measure(text, { size, family: 'serif' });
  const isJoined = tokens.map((_, i) => joined.includes(i));
  const words = tokens.map((token, i) =>
    truncateText(isJoined[i] ? token.replace(/^·/, '') : token, 400, wordWidth(36), kMaxLetters),
  );
  const widths = words.map((word) => wordWidth(100)(word) / 100);
  const columnsAt = (size: number) =>
    widths.map((width, i) =>
      Math.max(isJoined[i] || isJoined[i + 1] ? kMinPiece : kMinColumn, width * size),
    );
  const { size, gap } = fitWords(columnsAt, kWidth, joined.length);
  const columns = columnsAt(size);
  const gapAfter = (i: number) => (isJoined[i + 1] ? kJoint : gap);
  const total = columns.reduce((sum, width, i) => sum + width + gapAfter(i), -gap);
  const rightToLeft = startsRightToLeft(tokens.join(' '));
  const placeOf = (x: number) => (rightToLeft ? total - x : x);
  const joints: number[] = [];
  let x = 0;
  const middles = columns.map((width, i) => {
    if (isJoined[i]) joints.push(placeOf(x - kJoint / 2));
    const middle = x + width / 2;
    x += width + gapAfter(i);
    return placeOf(middle);
  });
  return { words, size, widths, middles, joints, total, bottom: kTop + size * kLine };
}

/** The words, underlined if they are chosen or changed, and the joints between their pieces. */
function wordShapes(
  { chosen, changed }: ArcsPicture,
  { words, size, widths, middles, joints, bottom }: Row,
  { colors }: Sheet,
): Shape[] {
  const joint = { kind: 'rect', y: kTop + size * 0.3, width: 1, fill: colors.pencil } as const;
  const lines = joints.map((x) => ({ ...joint, x: x - 0.5, height: size * 0.71 }));
  const texts = words.flatMap((word, i): Shape[] => {
    const fill = i === chosen ? colors.query : colors.ink;
    const style = { size, fill, anchor: 'middle', family: 'serif' } as const;
    const width = widths[i]! * size;
    const line = { kind: 'rect', x: middles[i]! - width / 2, y: bottom - 2, width } as const;
    return [
      textAt(middles[i]!, kTop + size * 0.86, isolateText(word), style),
      ...(i === chosen ? [{ ...line, height: 2, fill: colors.query }] : []),
      ...(i !== chosen && changed.includes(i) ? [{ ...line, height: 1, fill: colors.pencil }] : []),
    ];
  });
  return [...lines, ...texts];
}

/** The arcs of a layer with its title and the figures: the first one above the words, the second one below. */
function layerShapes(
  { layers, chosen, seenBy }: ArcsPicture,
  i: number,
  { middles, bottom }: Row,
  { colors }: Sheet,
): Shape[] {
  const layer = layers[i]!;
  const { title, row } = layer;
  const side = i === 0 ? -1 : 1;
  const base = i === 0 ? kTop - kFigureRoom : bottom + kFigureRoom;
  const frame = { middles, base, side, room: kArcRoom, upright: false } as const;
  const figures = i === 0 ? kTop - 6 : bottom + 16;
  const titleY = i === 0 ? 11 : base + kArcRoom + 11;
  return [
    ...arcShapes(row, { word: chosen, seenBy }, frame, layerColor(layer, colors), colors.paper),
    textAt(0, titleY, title, { size: kText, fill: colors.muted, italic: true, family: 'serif' }),
    ...Array.from(row, (weight, word) =>
      textAt(middles[word]!, figures, figure(weight), {
        size: kText,
        anchor: 'middle',
        family: 'serif',
        bold: weight >= 0.295,
        fill: weight >= 0.295 ? colors.ink : colors.muted,
      }),
    ),
  ];
}
