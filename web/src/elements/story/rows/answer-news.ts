/** Announces to screen readers when another answer becomes the most probable one, or too large numbers leave none. */
import { formatProbability } from '../../../draw/format';
import { answersOf } from '../../../model/stages/answers';
import type { TranslatedMessage } from '../../../words/refusal';
import type { StoryRows } from './story-rows';

export class AnswerNews {
  /** Null while there is no answer. */
  #id: number | null | undefined;
  message: TranslatedMessage | null = null;

  read({ story, vocabulary }: StoryRows): void {
    const [answer] = answersOf(story);
    if (!answer) return;
    const { probability } = answer;
    const id = Number.isFinite(probability) ? answer.id : null;
    if (id === this.#id) return;
    if (this.#id !== undefined)
      this.message = ({ story, answer }) =>
        id === null
          ? answer.notFinite
          : story.says(vocabulary[id], formatProbability(probability)).join('');
    this.#id = id;
  }
}
