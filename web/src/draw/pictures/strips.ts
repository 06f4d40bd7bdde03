/** One strip per relation: a tick at each head's share, from 0 to 1, and one for the best fixed distance. */
import { isolateText, truncateText, wrapText } from '../fit-text';
import { kText, textAt, type Part, type Shape } from '../scene/scene';
import type { Heading, Sheet } from '../scene/sheet';

export interface StripsPicture extends Heading {
  readonly strips: readonly Strip[];
  /** The minimum share for a name. */
  readonly wanted: number;
  /** The legend of the ticks. */
  readonly key: string;
}

export interface Strip {
  readonly label: string;
  /** The share of the best head, as text. */
  readonly share: string;
  readonly heads: readonly { readonly share: number; readonly named: boolean }[];
  readonly offset: number;
}

const kWidth = 480;
const kPitch = 42;
/** The axis of a strip, below its label. */
const kAxis = 28;

export function stripsParts({ strips, wanted, key }: StripsPicture, sheet: Sheet): Part[] {
  const { colors, measure } = sheet;
  const widthOf = (size: number) => (text: string) => measure(text, { size });
  const shapes = strips.flatMap(({ label, share, heads, offset }, i): Shape[] => {
    const y = i * kPitch;
    const tick = (at: number, from: number, to: number, stroke: string, lineWidth = 1): Shape => {
      const d = `M0 0v${to - from}`;
      return { kind: 'path', x: at * kWidth, y: y + kAxis + from, d, stroke, lineWidth };
    };
    const fill = heads.some(({ named }) => named) ? colors.ink : colors.muted;
    const room = kWidth - measure(share, { size: kText }) - 12;
    return [
      textAt(0, y + 13, isolateText(truncateText(label, room, widthOf(kText))), {
        size: kText,
        fill,
      }),
      textAt(kWidth, y + 13, share, { size: kText, fill, anchor: 'end' }),
      { kind: 'path', x: 0, y: y + kAxis, d: `M0 0h${kWidth}`, stroke: colors.line, lineWidth: 1 },
      ...[-11, -7, -3].map((from) => tick(wanted, from, from + 2, colors.muted)),
      // Named heads are painted last, above the others.
      ...heads
        .toSorted((a, b) => Number(a.named) - Number(b.named))
        .map(({ share: at, named }) =>
          named ? tick(at, -10, 0, colors.arc, 2.5) : tick(at, -6, 0, colors.pencil),
        ),
      tick(offset, 0, 5, colors.ink, 3),
    ];
  });
  const lines = wrapText(key, kWidth, widthOf(kText));
  const legend = lines.map((line, i) =>
    textAt(0, kText + i * 18, line, { size: kText, fill: colors.muted }),
  );
  return [
    { width: kWidth, height: strips.length * kPitch, shapes },
    { width: kWidth, height: lines.length * 18, shapes: legend },
  ];
}
