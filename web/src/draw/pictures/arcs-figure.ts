/** An exported sentence with its arcs: those of one word, one layer above it and one layer below. */
import { isolateText, startsRightToLeft, truncateText } from '../fit-text';
import { kText, translateShape, textAt, type Part, type Shape } from '../scene/scene';
import type { Heading, Sheet } from '../scene/sheet';
import { arcShapes, figure, fitWords, kArcRoom, kMinColumn, layerColor } from './arcs';

export interface ArcsPicture extends Heading {
  readonly tokens: readonly string[];
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

export function arcsParts(picture: ArcsPicture, sheet: Sheet): Part[] {
  const { layers } = picture;
  const row = wordsInRow(picture.tokens, sheet);
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
  readonly total: number;
  readonly bottom: number;
}

/** The top of the words, below the first layer. */
const kTop = kTitleRoom + kArcRoom + kFigureRoom;

function wordsInRow(tokens: readonly string[], { measure }: Sheet): Row {
  const wordWidth = (size: number) => (text: string) => measure(text, { size, family: 'serif' });
  const words = tokens.map((token) => truncateText(token, 400, wordWidth(36), kMaxLetters));
  const widths = words.map((word) => wordWidth(100)(word) / 100);
  const { size, gap } = fitWords((size) => widths.map((width) => width * size), kWidth);
  const columns = widths.map((width) => Math.max(kMinColumn, width * size));
  const total = columns.reduce((sum, width) => sum + width + gap, -gap);
  const rightToLeft = startsRightToLeft(tokens.join(' '));
  let x = 0;
  const middles = columns.map((width) => {
    const middle = x + width / 2;
    x += width + gap;
    return rightToLeft ? total - middle : middle;
  });
  return { words, size, widths, middles, total, bottom: kTop + size * kLine };
}

/** The words, underlined if they are chosen or changed. */
function wordShapes(
  { chosen, changed }: ArcsPicture,
  { words, size, widths, middles, bottom }: Row,
  { colors }: Sheet,
): Shape[] {
  return words.flatMap((word, i) => {
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
