/** The names of the examples: the words in which the two pinned ones differ; of images, `example` and a number. */
import { changedPlaces } from '../../../model/examples/example-view';

export function exampleNames(
  first: readonly string[],
  second: readonly string[],
  example: string,
): string[] {
  const changed = changedPlaces(first, second).slice(-2);
  return [first, second].map((words, i) =>
    changed.length > 0 ? `… ${changed.map((at) => words[at]).join(' ')}` : `${example} ${i + 1}`,
  );
}
