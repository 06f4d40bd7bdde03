/** Facts about the shown model for saved pictures. */
import type { Guess } from '../../model/examples/answers';

export interface ModelShown {
  readonly model: string;
  readonly trained: boolean;
  /** The word that the model is asked about; null for a whole picture. */
  readonly word: string | null;
  readonly answers: readonly Guess[];
}
