/** The heads whose arcs are drawn, one per attention of a task, each with its ink and its name in words. */
import type { Evaluation, HeadScores } from '../../engine/client/engine';
import { headName, inkOf } from '../../model/heads/head-name';
import { taskRow, type ShownTask } from '../../model/examples/tasks';
import type { ArcLayer } from '../weights/arc-layer';
import { isHead, type HeadPlace } from '../../model/heads/head-place';
import type { Words } from '../../words/words';
import { HeadWords } from '../head-maps/head-words';

/** The minimum score for showing a head instead of the first one. */
const kLearned = 0.5;

export type ShownHead = HeadPlace & Omit<ArcLayer, 'weights'>;
export type ScoredHead = ShownHead & { readonly scores: HeadScores | undefined };

/** The head of an attention with the highest score, or the first. */
export function bestHead(
  attention: string,
  task: ShownTask,
  evaluation: Evaluation | undefined,
): number {
  const namedBy = taskRow(task).namedBy;
  let best = { head: 0, score: kLearned };
  for (const scores of namedBy === 'none' ? [] : (evaluation?.heads ?? [])) {
    const { score } = headName(scores, namedBy);
    if (scores.attention === attention && score > best.score) best = { head: scores.head, score };
  }
  return best.head;
}

interface Drawn {
  readonly evaluation: Evaluation | undefined;
  readonly isTrained: boolean;
  isOff(attention: string, head: number): boolean;
}

const scoresOf = ({ attention, head }: HeadPlace, { evaluation }: Drawn) =>
  evaluation?.heads.find(isHead(attention, head));

/** An untrained model is drawn in pencil, and so is a head that is off. */
export function headInk(place: HeadPlace, task: ShownTask, model: Drawn): number {
  const { evaluation, isTrained } = model;
  if (!isTrained || model.isOff(place.attention, place.head)) return 0;
  const { namedBy } = taskRow(task);
  // A task without right places is judged by the accuracy of its answers.
  if (namedBy === 'none') return inkOf(evaluation?.accuracy ?? 0);
  const scores = scoresOf(place, model);
  return inkOf(scores ? headName(scores, namedBy).score : 0);
}

/** `named`: whether to show the names that heads have earned. The title of a head that is off says so. */
export function arcHeads(
  task: ShownTask,
  model: Drawn,
  shownHead: (attention: string) => number,
  { training, lab }: Words,
  named = false,
): ScoredHead[] {
  const { arcs } = taskRow(task);
  const names = new HeadWords(training, task);
  return arcs.map((attention) => {
    const head = shownHead(attention);
    const scores = scoresOf({ attention, head }, model);
    const isOff = model.isOff(attention, head);
    const ink = headInk({ attention, head }, task, model);
    const shortTitle = names.titleOf(attention);
    const place = lab.headIn(shortTitle, head + 1);
    const title = isOff ? training.isOff(place) : place;
    const name = named && scores && !isOff ? names.scoredName(scores) : undefined;
    return { attention, head, ink, off: isOff, title, shortTitle, name, scores };
  });
}
