/** The maps of all heads of an example, with the names that the heads have earned. */
import type { Evaluation, NamedTensors } from '../../engine/client/engine';
import { headName } from '../../model/heads/head-name';
import { taskRow, type ShownTask } from '../../model/examples/tasks';
import type { HeadMap } from './head-map';
import type { Words } from '../../words/words';
import { HeadWords } from './head-words';
import { isHead } from '../../model/heads/head-place';

interface Shown {
  readonly task: ShownTask;
  /** Weights by attention: [head, query, key] */
  readonly weights: NamedTensors;
  readonly evaluation: Evaluation | undefined;
  readonly isOff: (attention: string, head: number) => boolean;
}

export function headMaps(shown: Shown, words: Words['training']): HeadMap[] {
  const { task, weights, evaluation, isOff } = shown;
  const names = new HeadWords(words, task);
  return Object.entries(weights).flatMap(([attention, { shape, data }]) => {
    const [count = 0, queries = 0, keys = 0] = shape;
    return Array.from({ length: count }, (_, head) => {
      const scores = evaluation?.heads.find(isHead(attention, head));
      return {
        attention,
        head,
        title: names.titleOf(attention),
        weights: data.subarray(head * queries * keys, (head + 1) * queries * keys),
        shape: [queries, keys] as const,
        name: scores && names.nameOf(scores),
        score: scores && headName(scores, taskRow(task).namedBy).score,
        on: !isOff(attention, head),
      };
    });
  });
}
