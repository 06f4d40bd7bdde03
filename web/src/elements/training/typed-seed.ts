/** The seed that was typed into a field without a message: the one before if the text is refused. */
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
