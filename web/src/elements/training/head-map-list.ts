/** The maps of all heads of the first example, with the names that the heads have earned. */
import { headName } from '../../training/heads';
import { taskRow } from '../../training/tasks';
import type { HeadMap } from '../../training/view-types';
import type { Words } from '../../words/words';
import { HeadWords } from './head-words';
import type { TrainingSession } from './training-session';

export function headMaps(session: TrainingSession, words: Words['training']): HeadMap[] {
  const { run, state, seen } = session;
  const names = new HeadWords(words, state.task);
  const scored = run?.history.evaluationAt(run.step)?.heads ?? [];
  return Object.entries(seen[0]?.inspection?.weights ?? {}).flatMap(
    ([attention, { shape, data }]) => {
      const [count = 0, queries = 0, keys = 0] = shape;
      return Array.from({ length: count }, (_, head) => {
        const scores = scored.find((one) => one.attention === attention && one.head === head);
        return {
          attention,
          head,
          title: names.titleOf(attention),
          weights: data.subarray(head * queries * keys, (head + 1) * queries * keys),
          shape: [queries, keys] as const,
          name: scores && names.nameOf(scores),
          score: scores && headName(scores, taskRow(state.task).namedBy).score,
          on: !session.isOff(attention, head),
        };
      });
    },
  );
}
