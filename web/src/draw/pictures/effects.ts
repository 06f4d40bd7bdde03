/** The change of a result without each head: one bar per head, up or down from 0, layer by layer. */
import { formatSigned } from '../format';
import { placeSideBySide, flow, label, swatch } from '../scene/parts';
import { baselineFor, kText, textAt, type Part, type Shape } from '../scene/scene';
import type { Heading, Sheet } from '../scene/sheet';

export interface EffectsPicture extends Heading {
  readonly layers: readonly { readonly label: string; readonly heads: readonly HeadEffect[] }[];
  /** The legend of the wide bars, in color, and of the narrow bars. */
  readonly key: readonly [named: string, other: string];
}

export interface HeadEffect {
  readonly change: number;
  readonly named: boolean;
}

const kBar = 10;
const kHalf = 90;
const kLeft = 56;
const kSmallest = 1e-6;

export function effectsParts({ layers, key }: EffectsPicture, sheet: Sheet): Part[] {
  const { colors } = sheet;
  const small = { size: kText, fill: colors.muted } as const;
  const changes = layers.flatMap(({ heads }) => heads.map(({ change }) => Math.abs(change)));
  const reach = Math.max(...changes, kSmallest);
  const axis = [reach, 0, -reach].map((value) =>
    textAt(kLeft - 8, baselineFor(kHalf * (1 - value / reach), kText), formatSigned(value), {
      ...small,
      anchor: 'end',
    }),
  );
  let x = kLeft;
  const groups = layers.flatMap(({ label: name, heads }): Shape[] => {
    const start = x;
    x += heads.length * kBar;
    const line = { d: `M0 0v${2 * kHalf}`, stroke: colors.line, lineWidth: 1 };
    return [
      { kind: 'path', x: start, y: 0, ...line },
      ...heads.map((head, i) => barOf(head, start + i * kBar, reach, sheet)),
      textAt((start + x) / 2, 2 * kHalf + 18, name, { ...small, anchor: 'middle' }),
    ];
  });
  const zero = { d: `M0 0h${x - kLeft}`, stroke: colors.muted, lineWidth: 1 };
  const chart: Part = {
    width: x + 16,
    height: 2 * kHalf + 24,
    shapes: [...axis, ...groups, { kind: 'path', x: kLeft, y: kHalf, ...zero }],
  };
  const fills = [colors.arc, colors.pencil];
  const keys = key.map((text, i) =>
    placeSideBySide(6, swatch({ fill: fills[i]! }), label(sheet, text)),
  );
  return [flow(keys, Infinity, 18, 4), chart];
}

/** Bars of named heads are wide and others narrow, so that color is not the only difference. */
function barOf({ change, named }: HeadEffect, x: number, reach: number, sheet: Sheet): Shape {
  const { arc, pencil } = sheet.colors;
  const height = (Math.abs(change) / reach) * kHalf;
  const [inset, fill] = named ? [1, arc] : [3, pencil];
  const y = change > 0 ? kHalf - height : kHalf;
  return { kind: 'rect', x: x + inset, y, width: kBar - 2 * inset, height, fill };
}
