/** The word of an example whose arcs and answer are shown. */
import type { ExampleInspection } from '../../../../wasm/engine';
import { exampleView, placesOf } from '../examples/example-view';
import { taskRow, type ShownTask } from '../examples/tasks';
import { lastWord } from '../tokens/last-word';
import { kOwnExample, type Changes } from './visitor-changes';

type InspectionOf = (example: number) => ExampleInspection | undefined;

/** The visitor's choice; by default the place whose answer the task shows. */
export function chosenWord(
  example: number,
  inspectionOf: InspectionOf,
  task: ShownTask,
  changes: Changes,
): number {
  const inspection = inspectionOf(example);
  if (!inspection) return 0;
  const chosen = changes.word.find((word) => word.example === example)?.word;
  const place = chosen ?? answerPlaceIn(example, inspection, inspectionOf(0), task);
  return place < placesOf(inspection) ? place : lastWord(exampleView(inspection).words);
}

function answerPlaceIn(
  example: number,
  inspection: ExampleInspection,
  first: ExampleInspection | undefined,
  task: ShownTask,
): number {
  const { answerPlace } = taskRow(task);
  const { words, before } = exampleView(inspection);
  const isOwn = example === kOwnExample;
  if (answerPlace < 0) return Math.max(0, words.length + (isOwn ? -1 : answerPlace));
  const place = before + answerPlace;
  if (!isOwn || !first) return place;
  // The word that the first example is asked about may be elsewhere in the visitor's own.
  const word = exampleView(first).words[place];
  const last = word === undefined || words[place] === word ? -1 : words.lastIndexOf(word);
  return last < 0 ? place : last;
}
