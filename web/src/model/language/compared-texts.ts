/** The texts that are compared at first: about two kinds of banks. */
import type { TextModel } from './text-model';

export const comparedTexts: readonly string[] = [
  'He sat on the bank of the river.',
  'They fished from the shore.',
  'She put her money in the bank.',
  'The bank raised its interest rate.',
  'The water was cold and deep.',
  'He opened a savings account.',
];

export const kMinTexts = 2;
export const kMaxTexts = comparedTexts.length;

/** Whether a model reads a text: it refuses one without words. */
export function canRead(model: Pick<TextModel, 'tokenize'>, text: string): boolean {
  try {
    model.tokenize(text);
    return true;
  } catch {
    return false;
  }
}
