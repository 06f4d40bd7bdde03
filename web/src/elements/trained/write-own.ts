/** Fills the field for the visitor's own sentence with the story's sentence, and selects one word. */
import { tokenRange } from '../../model/language/token-range';
import { selectIn } from '../base/select-in';

interface OwnExample {
  readonly text: string;
  readonly tokens: readonly string[];
  /** The word to write over. */
  readonly index: number;
}

/** Does nothing on a page without the field. */
export function writeOwn(root: ParentNode, { text, tokens, index }: OwnExample): void {
  const field = root.querySelector<HTMLInputElement>('#own');
  if (!field) return;
  if (field.value.trim() !== text.trim()) {
    field.value = text;
    field.dispatchEvent(new Event('input'));
  }
  selectIn(field, tokenRange(field.value, tokens, index));
}
