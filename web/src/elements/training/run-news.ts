/** The announcements of a run for screen readers: heads that earn a name, the end, and a lost engine. */
import { formatRight } from '../../draw/format';
import { headText } from '../../model/heads/head-place';
import type { TrainingRun } from '../../training/run';
import type { TranslatedMessage } from '../../words/refusal';
import { paragraph } from '../../words/forms/paragraph';
import type { Words } from '../../words/words';
import { HeadWords } from '../head-maps/head-words';
import type { TrainingSession } from './training-session';

export class RunNews {
  /** The last news of this run. */
  latest: TranslatedMessage | null = null;
  #run: TrainingRun | null = null;
  #named = new Set<string>();
  #losses = 0;
  #hasEnded = false;

  /** The news since the last call, or null. */
  of({ run, state }: TrainingSession, { training }: Words): TranslatedMessage | null {
    if (run !== this.#run) this.#forget(run);
    const evaluation = run?.history.evaluationAt(run.step);
    if (!run || !evaluation || run.step === 0) return null;
    const news: TranslatedMessage[] = [];
    if (run.losses > this.#losses) {
      this.#losses = run.losses;
      news.push(({ training: words }) => words.announced.lost);
    }
    const { step } = run;
    const names = new HeadWords(training, state.model);
    for (const scores of evaluation.heads) {
      const key = headText(scores);
      if (names.nameOf(scores) === undefined || this.#named.has(key)) continue;
      this.#named.add(key);
      news.push(({ training: words, lab }) => {
        const names = new HeadWords(words, state.model);
        const head = lab.headIn(names.titleOf(scores.attention), scores.head + 1);
        return words.announced.named(head, names.nameOf(scores)!, step);
      });
    }
    if (step >= run.steps && !this.#hasEnded) {
      this.#hasEnded = true;
      news.push(({ training: words }) =>
        words.announced.finished(step, formatRight(evaluation.accuracy, 0)),
      );
    }
    if (news.length === 0) return null;
    // In one message: the next one would replace it before it is read, and after the last step none may follow.
    return (this.latest = (words) => paragraph(news.map((one) => one(words))));
  }

  #forget(run: TrainingRun | null): void {
    this.latest = null;
    this.#run = run;
    this.#named = new Set();
    this.#losses = 0;
    this.#hasEnded = false;
  }
}
