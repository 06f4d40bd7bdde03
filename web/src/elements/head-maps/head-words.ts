/** The names of attentions and heads in words. */
import { formatDecimal } from '../../draw/format';
import type { HeadScores } from '../../engine/client/engine';
import { headName } from '../../model/heads/head-name';
import { taskRow, type ShownTask } from '../../model/examples/tasks';
import type { Words } from '../../words/words';

export class HeadWords {
  constructor(
    private readonly words: Words['training'],
    private readonly task: ShownTask,
  ) {}

  /** "layer 1" of "layers.0.attention". */
  titleOf(attention: string): string {
    const number = Number(attention.match(/layers\.(\d+)/)?.[1] ?? 0) + 1;
    if (attention.endsWith('cross_attention')) return this.words.cross;
    return attention.startsWith('decoder')
      ? this.words.decoderLayer(number)
      : this.words.layer(number);
  }

  /** The name that a head has earned, with its score, or undefined. */
  scoredName(scores: HeadScores): string | undefined {
    const name = this.nameOf(scores);
    return (
      name && `${name} (${formatDecimal(headName(scores, taskRow(this.task).namedBy).score, 3)})`
    );
  }

  /** The name that a head has earned, or undefined. */
  nameOf(scores: HeadScores): string | undefined {
    const { relation, isNamed } = headName(scores, taskRow(this.task).namedBy);
    if (!isNamed) return undefined;
    if (relation === null) return this.words.tasks[this.task].head;
    if (/^[+-]\d+$/.test(relation)) return this.words.place(relation.replace('-', '−'));
    const names: Record<string, string> = this.words.relations;
    return names[relation] ?? relation;
  }
}
