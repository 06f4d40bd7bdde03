/**
 * Digits in the lab: images with weights over their patches, and the visitor's own drawing. Loads when the model is
 * first chosen.
 */
import { html } from 'lit';
import { withDrawing } from '../../model/trained/model-state';
import { kOwnExample } from '../../model/changes/visitor-changes';
import { messageOf } from '../../words/refusal';
import type { Words } from '../../words/words';
import type { ShownHead } from '../example/arc-heads';
import { digitDrawing, digitRow } from '../digits/digit-rows';
import type { ModelSession } from './session/model-session';
import { problemLine } from '../parts/problem-line';

export function digitExample(
  session: ModelSession,
  example: number,
  heads: readonly ShownHead[],
  words: Words,
  classes = '',
) {
  const image = session.result?.examples[example]?.input.image;
  return digitRow(
    { session, example, image, heads, isOwn: example === kOwnExample },
    words,
    classes,
  );
}

export function ownDigit(session: ModelSession, heads: readonly ShownHead[], words: Words) {
  const { ownProblem: problem } = session;
  return html`${digitDrawing(
    session.shownState.drawing,
    (drawing) => session.changeShown(withDrawing(session.shownState, drawing)),
    () => digitExample(session, kOwnExample, heads, words),
    words,
    words.trained.own.drawing,
  )}${problem && problemLine(messageOf(problem)(words))}`;
}
