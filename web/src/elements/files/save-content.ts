/** What a view hands to its Save menu: the picture of what it shows, and the numbers in it. */
import type { Picture } from '../../draw/pictures/picture';
import type { AxisLabels } from '../../files/csv';
import type { Tensor } from '../../tensor';
import type { LabResult } from '../lab/lab-context';
import type { CanvasColors } from '../base/theme';

export const formats = ['svg', 'png', 'csv', 'npy'] as const;
export type Format = (typeof formats)[number];

/** The start of a file's name; a word may be thousands of letters long. */
export function named(what: string, word: string): string {
  return `${what}-${Array.from(word.slice(0, 48)).slice(0, 24).join('')}`;
}

export const weightsOf = (word: string) => named('weights-of', word);

export interface SaveContent {
  /** What the files hold, first in their names: `weights`. */
  readonly name: string;
  /** In the colours of the sheet: white paper, or a dark screen. */
  readonly picture: (colors: CanvasColors) => Picture;
  readonly numbers?: { readonly tensor: Tensor; readonly labels: AxisLabels };
  /** Of which the view shows a part; null where it shows literal tensors. */
  readonly result: LabResult | null;
  /** Whether the picture is of the head that is shown, or of their mean, or of all side by side. */
  readonly heads?: 'shown' | 'all';
}
