/** The heads whose arcs are drawn: of each attention of a task one, with its ink and its name in words. */
import type { Evaluation, HeadScores } from '../../engine/client';
import { headName, inkOf } from '../../training/heads';
import { taskRow, type ShownTask } from '../../training/tasks';
import type { ArcLayer, HeadPlace } from '../../training/view-types';
import type { Words } from '../../words/words';
import { HeadWords } from './head-words';

/** The score of a head that is worth showing instead of the first. */
const kLearned = 0.5;

export type ShownHead = HeadPlace & Omit<ArcLayer, 'weights'>;
export type ScoredHead = ShownHead & { readonly scores: HeadScores | undefined };

/** Of an attention, the head that has learned most, or the first. */
export function bestHead(
  attention: string,
  task: ShownTask,
  evaluation: Evaluation | undefined,
): number {
  const by = taskRow(task).namedBy;
  let best = { head: 0, score: kLearned };
  for (const scores of by === 'none' ? [] : (evaluation?.heads ?? [])) {
    const { score } = headName(scores, by);
    if (scores.attention === attention && score > best.score) best = { head: scores.head, score };
  }
  return best.head;
}

interface Drawn {
  readonly evaluation: Evaluation | undefined;
  readonly isTrained: boolean;
  isOff(attention: string, head: number): boolean;
}

/** An untrained model is drawn in pencil, and so is a head that is off, whose title says so. */
export function arcHeads(
  task: ShownTask,
  model: Drawn,
  shown: (attention: string) => number,
  words: Words['training'],
): ScoredHead[] {
  const { arcs, namedBy } = taskRow(task);
  const { evaluation, isTrained } = model;
  const names = new HeadWords(words, task);
  return arcs.map((attention) => {
    const head = shown(attention);
    const scores = evaluation?.heads.find(
      (one) => one.attention === attention && one.head === head,
    );
    // Where no place is known to be right, the answers say whether the model has learned.
    const score =
      namedBy === 'none' ? evaluation?.accuracy : scores && headName(scores, namedBy).score;
    const off = model.isOff(attention, head);
    const ink = isTrained && !off ? inkOf(score ?? 0) : 0;
    const name = `${names.titleOf(attention)}, ${words.head(head + 1)}`;
    return { attention, head, ink, off, title: off ? words.isOff(name) : name, scores };
  });
}
