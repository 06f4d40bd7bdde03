/** Parses a seed typed into a field that shows no message; a refused text gives `before`. */
import { seedRow } from '../../settings/shared';
import { refusalOf } from '../../words/refusal';

export function typedSeed(text: string, before: number): number {
  try {
    return seedRow.parse('', text);
  } catch (error) {
    refusalOf(error);
    return before;
  }
}

/** For the buttons that try another seed. */
export const nextSeed = (seed: number): number => (seed % seedRow.max) + 1;
