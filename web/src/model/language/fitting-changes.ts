/** Which changes of a link an opened model and its text have. */
import { rowText, type ForcedRow } from '../changes/forced-row';
import { editText, placeKey, type Edit } from '../edits/edits';
import { hasNumbers } from '../edits/parameter-edits';
import { layerOf, headText, type HeadPlace } from '../heads/head-place';
import { isParameter, parameterShapes } from '../stages/parameter-parts';
import type { StoryConfig } from '../stages/stages';
import { inWords, type ChangesInLink } from './language-state';
import { fieldShapes, resultShapes } from './text-changes';

interface FittingModel {
  readonly story: { readonly config: StoryConfig };
  readonly layers: number;
  readonly heads: number;
}

/** The state without changes that the model or the text does not have; those are listed as in the address. */
export function fittingChanges(
  { off, forced, edits, asked }: ChangesInLink,
  { story: { config }, layers, heads }: FittingModel,
  tokens: number,
): ChangesInLink & { readonly absent: readonly string[] } {
  const shapes = edits.length > 0 || asked ? fieldShapes(config, tokens) : {};
  const parameters = edits.some(isParameter) ? parameterShapes(config) : {};
  const hasPlace = (edit: Edit) => hasNumbers(edit, shapes) || hasNumbers(edit, parameters);
  const hasHead = (place: HeadPlace) => layerOf(place.attention) < layers && place.head < heads;
  const hasRow = (row: ForcedRow) => hasHead(row) && row.query < tokens && row.key < tokens;
  const hasNumber = !asked || hasNumbers(asked, { ...shapes, ...resultShapes(config, tokens) });
  const absent = [
    ...off.filter((place) => !hasHead(place)).map((place) => `off=${headText(place)}`),
    ...forced.filter((row) => !hasRow(row)).map((row) => `row=${rowText(inWords(row))}`),
    ...edits.filter((edit) => !hasPlace(edit)).map(editText),
    ...(hasNumber ? [] : [`asked=${placeKey(asked)}`]),
  ];
  return {
    off: off.filter(hasHead),
    forced: forced.filter(hasRow),
    edits: edits.filter(hasPlace),
    asked: hasNumber ? asked : null,
    absent,
  };
}
