/** The note on the first screen that the model is changed, with a button to undo it. Loads with the first change. */
import { asLearned } from '../../../model/trained/model-state';
import type { Words } from '../../../words/words';
import { changedLine } from '../../parts/changed-line';
import { focusPassing } from '../../input/focus-passing';
import type { ModelSession } from '../session/model-session';

export { changedAnswers } from './changed-answers';
export { changedStyles } from './changed.styles';
export { keepPlace } from './kept-place';
export { listedChanges } from './listed-changes';
export { addChanges } from './saved-changes';

/**
 *   count  the number of changes
 *   chips  the list that names them, if it is shown
 *   lab    the element around both
 */
export function changedStatus(
  session: ModelSession,
  count: number,
  chips: HTMLElement | null,
  lab: HTMLElement,
  words: Words,
) {
  const show = () => {
    chips!.scrollIntoView({ block: 'center' });
    focusPassing(chips!, { preventScroll: true });
  };
  const undo = () => {
    session.changeShown(asLearned(session.shownState));
    // This button disappears: move the focus.
    focusPassing(chips ?? lab, { preventScroll: true });
  };
  return changedLine(count, chips && show, undo, words);
}
