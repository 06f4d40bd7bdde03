/** The names of the places that the model of digits reads. */
import { kPlaces, patchAt } from '../../geometry/digit-image';
import '../../words/add-digits';
import type { Words } from '../../words/words';

/** "the class token", "patch 2, 3": the names of the model's places. */
export function placeNames({ patches }: Words): string[] {
  return Array.from({ length: kPlaces }, (_, place) => {
    const patch = patchAt(place);
    return patch ? patches.patch(patch.row, patch.column) : patches.token;
  });
}
