/** What a view's Save menu saves: the view's picture and its numbers. */
import type { Picture } from '../../draw/pictures/picture';
import type { AxisLabels } from '../../files/csv';
import type { Tensor } from '../../tensors/tensor';
import type { ModelShown } from './model-shown';
import type { LabResult } from '../lab/lab-context';
import type { CanvasColors } from '../styles/theme';

export const formats = ['svg', 'png', 'csv', 'npy'] as const;
export type Format = (typeof formats)[number];

/** The start of a file name. Shortens the word, which can have thousands of letters: the place of a head follows. */
export function fileNameOf(what: string, word: string): string {
  return `${what}-${Array.from(word.slice(0, 44)).slice(0, 22).join('')}`;
}

export const weightsFileName = (word: string) => fileNameOf('weights-of', word);

/** Texts that a line of the caption names, such as those of one meaning. */
export interface TextsOfPicture {
  /** Before the texts, with its colon. */
  readonly label: string;
  readonly texts: readonly string[];
}

export interface SaveContent {
  /** The content, first in the file names: `weights`. */
  readonly name: string;
  /** The picture, for white paper or a dark screen. Absent for numbers that the page shows only as text. */
  readonly picture?: (colors: CanvasColors) => Picture;
  readonly numbers?: {
    readonly tensor: Tensor;
    readonly labels: AxisLabels;
    /** The index of its first number, if it is a part of a larger tensor. */
    readonly from?: readonly number[];
    /** The groups of the indices along an axis, such as the meanings of sentences. */
    readonly groups?: AxisLabels;
  };
  /** The texts that the picture compares, if its labels do not name them. */
  readonly texts?: readonly TextsOfPicture[];
  /** The result that the view shows; null if it shows literal tensors. */
  readonly result: LabResult | null;
  /** The model that the numbers belong to, if `result` does not say so. */
  readonly about?: ModelShown | undefined;
  /** Whether the numbers come from random parameters, if `result` does not say so. */
  readonly untrained?: boolean;
  /** Whether the picture is in pencil, for a head without a name. */
  readonly pencil?: boolean;
  /** `shown`: the selected head or the mean of heads; `all`: all heads side by side. */
  readonly heads?: 'shown' | 'all';
}
