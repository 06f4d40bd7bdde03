/** Fills the field for the visitor's own sentence with the story's sentence, and selects one word. */
import { tokenRange } from '../../model/language/token-range';
import { selectIn } from '../input/select-in';

interface OwnExample {
  readonly text: string;
  readonly tokens: readonly string[];
  /** The word to write over. */
  readonly index: number;
}

/** Returns whether the page has the field. */
export function writeOwn(root: ParentNode, { text, tokens, index }: OwnExample): boolean {
  const field = root.querySelector<HTMLInputElement>('#own');
  if (!field) return false;
  if (field.value.trim() !== text.trim()) {
    field.value = text;
    field.dispatchEvent(new Event('input'));
  }
  selectIn(field, tokenRange(field.value, tokens, index));
  return true;
}
