/** Row sizes and share labels of bars, shared by the chart on the page and the exported picture. */
import { baselineFor, kText, textAt, type TextShape } from '../scene/scene';
import type { SheetColors } from '../scene/sheet';

/** Bar thickness as a share of the row height. */
export const kBarShare = 0.72;

/** Row height in pixels. */
export const barPitch = (count: number) => (count > 12 ? 20 : 28);

/** The share as text, to the right of its bar. */
export function shareText(
  share: string,
  masked: boolean,
  end: number,
  middle: number,
  { ink, muted }: Pick<SheetColors, 'ink' | 'muted'>,
): TextShape {
  const style = { size: kText, fill: masked ? muted : ink };
  return textAt(end + 6, baselineFor(middle, kText), share, style);
}
