/** What the row of an example shows and changes. The sessions of both pages with trained models have it. */
import type { ExampleInspection } from '../../engine/client/engine';
import type { ForcedRow } from '../../model/changes/forced-row';
import type { GuessesBefore } from '../../model/examples/answers';
import type { ArcDirection } from '../../model/heads/arc-direction';
import type { Words } from '../../words/words';

/** An example as it was before the visitor's changes. */
export interface Before {
  readonly inspection: ExampleInspection;
  /** The model's earlier answers in a row. */
  guesses(row: number): GuessesBefore | undefined;
}

export interface ExampleSession {
  readonly direction: ArcDirection;
  readonly isTrained: boolean;
  /** The name of the visitor's file, or of the task. */
  modelName(words: Words): string;
  /** Undefined as long as it is not known. */
  inspection(example: number): ExampleInspection | undefined;
  /** The example without the visitor's changes; undefined if nothing is changed in it. */
  before(example: number): Before | undefined;
  /** The word whose arcs and answer are shown; in an image, the place. */
  chosenWord(example: number): number;
  forced(example: number): readonly ForcedRow[];
  chooseWord(example: number, word: number): void;
  force(example: number, row: Omit<ForcedRow, 'key'>, key: number | undefined): void;
  turn(direction: ArcDirection): void;
}
