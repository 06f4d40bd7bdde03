/** The sizes of a bar's row, and the share behind its bar: in the chart on the page as in the figure. */
import { centred, kText, type TextShape } from '../scene/scene';
import type { SheetColors } from '../scene/sheet';

/** How much of its row a bar fills. */
export const kBarShare = 0.72;

/** The height of a bar's row. */
export const barPitch = (count: number) => (count > 12 ? 20 : 28);

/** A share as text, behind the end of its bar. */
export function shareText(
  share: string,
  masked: boolean,
  end: number,
  middle: number,
  { ink, muted }: Pick<SheetColors, 'ink' | 'muted'>,
): TextShape {
  const y = centred(middle, kText);
  return { kind: 'text', x: end + 6, y, text: share, size: kText, fill: masked ? muted : ink };
}
