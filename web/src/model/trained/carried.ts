/** The state that one page hands to another: input and place if both have the model, otherwise only the sentence. */
import { linkOf } from '../../settings/link';
import { changeTexts, kOwnExample, type Changes } from '../changes/visitor-changes';
import { drawingText, type Drawing } from '../examples/drawing';
import { taskRow, type ShownTask } from '../examples/tasks';
import type { ArcDirection } from '../heads/arc-direction';

interface Place {
  readonly model: ShownTask;
  readonly text: string;
  readonly drawing: Drawing;
  readonly changes: Changes;
  readonly direction: ArcDirection;
}

type More = Parameters<typeof linkOf>[0];

/** The same model with the same input and place; `more`: further settings that the other page knows. */
export function carriedModel(place: Place, more: More = {}): string {
  const { model, text, drawing, changes, direction } = place;
  const shared = { text, drawing: drawingText(drawing), ...changeTexts(changes), direction };
  return linkOf({ model, ...more, ...shared }, { direction: 'looks_at', step: 0 });
}

/** The sentence for a page without the model: the visitor's own, or an English one; null if there is none. */
export function carriedSentence(
  { model, text, changes }: Pick<Place, 'model' | 'text' | 'changes'>,
  example = 0,
): { readonly text: string; readonly word: number | undefined } | null {
  const { examples, answerPlace, language } = taskRow(model);
  const isEnglish = language === 'en';
  const isOwn = text.trim() !== '';
  if (!isOwn && !isEnglish) return null;
  const shownExample = isOwn ? kOwnExample : Math.min(example, kOwnExample - 1);
  const chosen = changes.word.find((word) => word.example === shownExample)?.word;
  // Only in plain words with a full stop do all pages count alike: they split "didn't" and "cat.ran" differently.
  if (isOwn) return { text, word: isEnglish && /^[\w ]+\.$/.test(text) ? chosen : undefined };
  return { text: String(examples[shownExample]), word: chosen ?? answerPlace };
}
