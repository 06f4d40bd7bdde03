/** The input of a trained model: one of its pinned examples, or the visitor's own text or drawing. */
import type { ExampleInput } from '../../../../wasm/engine';
import { kSide } from '../../geometry/digit-image';
import { drawingText, imageOf, isEmpty } from '../examples/drawing';
import { taskRow } from '../examples/tasks';
import type { ModelState } from './model-state';

export interface ModelExample {
  /** The example as text; equal examples have equal texts. */
  readonly text: string;
  /** The example in the form that the trainer reads. */
  readonly example: ExampleInput;
  /** [28, 28], from 0 to 255, of a digit. */
  readonly image?: ArrayLike<number> | undefined;
}

/** The pinned ones, then the visitor's own if there is one. */
export function examplesOf(
  { model, text, drawing }: Pick<ModelState, 'model' | 'text' | 'drawing'>,
  images?: Float32Array,
): ModelExample[] {
  const row = taskRow(model);
  const numbers = row.images;
  if (!numbers || !images) {
    const ownTexts = numbers || text.trim() === '' ? [] : [text];
    return [...row.examples, ...ownTexts].map((example) => ({ text: String(example), example }));
  }
  const pixels = kSide ** 2;
  const pinned = row.examples.map((example, i) => ({
    text: `${numbers[i]}`,
    example,
    image: images.subarray(numbers[i]! * pixels, (numbers[i]! + 1) * pixels),
  }));
  if (isEmpty(drawing)) return pinned;
  const image = imageOf(drawing);
  return [...pinned, { text: drawingText(drawing), example: { image }, image }];
}
