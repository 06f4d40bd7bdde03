/** Announces to screen readers when another answer becomes the most probable one. */
import { formatProbability } from '../../../draw/format';
import { answersOf } from '../../../model/stages/answers';
import type { TranslatedMessage } from '../../../words/refusal';
import type { StoryRows } from './story-rows';

export class AnswerNews {
  #id: number | undefined;
  message: TranslatedMessage | null = null;

  read({ story, vocabulary }: StoryRows): void {
    const [answer] = answersOf(story);
    if (!answer || answer.id === this.#id) return;
    if (this.#id !== undefined)
      this.message = (words) =>
        words.story.says(vocabulary[answer.id], formatProbability(answer.probability)).join('');
    this.#id = answer.id;
  }
}
