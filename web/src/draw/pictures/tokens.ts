/** The sentence: each token with the weight that the selected query gives it. */
import { truncateText, isolateText, startsRightToLeft } from '../fit-text';
import { flow } from '../scene/parts';
import { kName, kText, textAt, type Part, type Shape } from '../scene/scene';
import type { Heading, Sheet } from '../scene/sheet';

export interface TokensPicture extends Heading {
  readonly tokens: readonly string[];
  readonly weights: ArrayLike<number>;
  readonly shares: readonly string[];
  readonly query: number;
}

const kWidth = 640;
const kMaxWordWidth = 150;
const kMinWidth = 46;
const kPadding = 8;

export function tokensParts(picture: TokensPicture, sheet: Sheet): Part[] {
  const { tokens } = picture;
  const lengths = partsOfTracks(picture.weights);
  const parts = tokens.map((_, i) => tokenOf(picture, i, lengths[i]!, sheet));
  const rightToLeft = startsRightToLeft(tokens.join(' '));
  // Widen the picture for long texts, up to twice the default width.
  const room = kWidth * Math.max(1, Math.min(2, tokens.length / 96));
  return [flow(parts, room, 4, 6, rightToLeft)];
}

/** The part of its track that each weight fills: at most all of it, and nothing if the weight is negative or NaN. */
export function partsOfTracks(weights: ArrayLike<number>): number[] {
  const positive = Array.from(weights, (weight) => (weight > 0 && weight < Infinity ? weight : 0));
  const longest = Math.max(1, ...positive);
  return positive.map((weight) => weight / longest);
}

function tokenOf(
  picture: TokensPicture,
  i: number,
  weight: number,
  { measure, colors }: Sheet,
): Part {
  const { shares, query, tokens } = picture;
  const isQuery = i === query;
  const style = { size: kName, bold: isQuery };
  const word = truncateText(tokens[i]!, kMaxWordWidth, (text) => measure(text, style));
  const share = shares[i] ?? '';
  const inner = Math.max(measure(word, style), measure(share, { size: kText }));
  const width = Math.ceil(Math.max(kMinWidth, inner + 2 * kPadding));
  const [middle, bar] = [width / 2, width - 2 * kPadding];
  const fill = isQuery ? colors.query : colors.ink;
  const track = { kind: 'rect', x: kPadding, y: 30, height: 5, radius: 2 } as const;
  const shapes: Shape[] = [
    textAt(middle, 22, isolateText(word), { anchor: 'middle', fill, ...style }),
    { ...track, width: bar, fill: colors.line },
    ...(weight > 0 ? [{ ...track, width: bar * weight, fill: colors.accent }] : []),
    textAt(middle, 50, share, { anchor: 'middle', fill: colors.muted, size: kText }),
  ];
  if (isQuery) {
    const frame = { x: 0.5, y: 0.5, width: width - 1, height: 57, radius: 6 };
    shapes.push({ kind: 'rect', ...frame, stroke: colors.query, lineWidth: 1 });
  }
  return { width, height: 58, shapes };
}
