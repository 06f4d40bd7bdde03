/** A row of weights as a picture: a bar a key, with its share. */
import { fitted, isolated, widest } from '../fit-text';
import { centred, kText, type Part, type Scene, type Shape } from '../scene/scene';
import { framed, type Heading, type Sheet } from '../scene/sheet';
import { barPitch, kBarShare, shareText } from './bar-row';

export interface BarsPicture extends Heading {
  readonly bars: readonly PictureBar[];
}

export interface PictureBar {
  readonly label: string;
  readonly weight: number;
  readonly share: string;
  readonly look: 'key' | 'query' | 'rest' | 'masked';
}

const kBars = 420;
const kMaxLabel = 150;
const kGap = 8;

export function barsScene(picture: BarsPicture, sheet: Sheet): Scene {
  return framed(sheet, picture, [rows(picture, sheet)]);
}

function rows({ bars }: BarsPicture, { measure, colors }: Sheet): Part {
  const bold = { size: kText, bold: true };
  const labels = bars.map(({ label }) => label);
  const left =
    Math.min(
      kMaxLabel,
      widest(labels, (text) => measure(text, bold)),
    ) + kGap;
  const pitch = barPitch(bars.length);
  const high = Math.round(pitch * kBarShare);
  const weights = bars.map(({ weight }) => (Number.isFinite(weight) ? weight : 0));
  const most = Math.max(...weights, Number.MIN_VALUE);
  const shapes = bars.flatMap(({ label, share, look }, i): Shape[] => {
    const middle = (i + 0.5) * pitch;
    const style = { size: kText, bold: look === 'query' };
    const seen = look !== 'masked';
    // A small weight is still one; a masked key has none.
    const width = seen ? Math.max(1, (weights[i]! / most) * kBars) : 0;
    const name = isolated(fitted(label, left - kGap, (text) => measure(text, style)));
    const y = centred(middle, kText);
    const fill = look === 'query' ? colors.query : look === 'rest' ? colors.muted : colors.ink;
    return [
      { kind: 'text', x: left - kGap, y, text: name, anchor: 'end', fill, ...style },
      ...bar(left, middle - high / 2, width, high, look === 'rest' ? colors.muted : colors.accent),
      shareText(share, !seen, left + width, middle, colors),
    ];
  });
  return { width: left + kBars + 64, height: bars.length * pitch, shapes };
}

function bar(x: number, y: number, width: number, height: number, fill: string): Shape[] {
  return width === 0
    ? []
    : [{ kind: 'rect', x, y, width, height, radius: Math.min(2, width / 2), fill }];
}
