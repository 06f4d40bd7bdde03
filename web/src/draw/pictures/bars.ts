/** A row of weights as bars: one bar per key, with its share. */
import { truncateText, isolateText, widestLabel } from '../fit-text';
import { baselineFor, kText, textAt, type Part, type Shape } from '../scene/scene';
import type { Heading, Sheet } from '../scene/sheet';
import { barPitch, kBarShare, shareText } from './bar-row';

export interface BarsPicture extends Heading {
  readonly bars: readonly PictureBar[];
}

export interface PictureBar {
  readonly label: string;
  readonly weight: number;
  readonly share: string;
  readonly role: 'key' | 'query' | 'rest' | 'masked';
}

const kMaxBarWidth = 420;
const kMaxLabelWidth = 150;
const kGap = 8;

export function barsParts({ bars }: BarsPicture, { measure, colors }: Sheet): Part[] {
  const bold = { size: kText, bold: true };
  const labels = bars.map(({ label }) => label);
  const left =
    Math.min(
      kMaxLabelWidth,
      widestLabel(labels, (text) => measure(text, bold)),
    ) + kGap;
  const pitch = barPitch(bars.length);
  const high = Math.round(pitch * kBarShare);
  const weights = bars.map(({ weight }) => (Number.isFinite(weight) ? weight : 0));
  // Numbers from a file may be negative.
  const [min, max] = [Math.min(...weights, 0), Math.max(...weights, Number.MIN_VALUE)];
  const lengthOf = (weight: number) => (weight / (max - min)) * kMaxBarWidth;
  const zero = left + lengthOf(-min);
  const shapes = bars.flatMap(({ label, share, role }, i): Shape[] => {
    const middle = (i + 0.5) * pitch;
    const style = { size: kText, bold: role === 'query' };
    const visible = role !== 'masked';
    // A tiny weight still gets one pixel; a masked key gets no bar.
    const width = visible ? Math.max(1, lengthOf(Math.abs(weights[i]!))) : 0;
    const start = weights[i]! < 0 ? zero - width : zero;
    const name = isolateText(truncateText(label, left - kGap, (text) => measure(text, style)));
    const y = baselineFor(middle, kText);
    const fill = role === 'query' ? colors.query : role === 'rest' ? colors.muted : colors.ink;
    return [
      textAt(left - kGap, y, name, { anchor: 'end', fill, ...style }),
      ...bar(start, middle - high / 2, width, high, role === 'rest' ? colors.muted : colors.accent),
      shareText(share, !visible, start + width, middle, colors),
    ];
  });
  return [{ width: left + kMaxBarWidth + 64, height: bars.length * pitch, shapes }];
}

function bar(x: number, y: number, width: number, height: number, fill: string): Shape[] {
  return width === 0
    ? []
    : [{ kind: 'rect', x, y, width, height, radius: Math.min(2, width / 2), fill }];
}
