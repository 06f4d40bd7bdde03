/** The heads whose weights are drawn, and the name and score of the last of them. */
import { html } from 'lit';
import { formatDecimal, formatRight } from '../../draw/format';
import { headName } from '../../model/heads/head-name';
import { taskRow } from '../../model/examples/tasks';
import { paragraph } from '../../words/forms/paragraph';
import type { Words } from '../../words/words';
import { arcHeads } from '../example/arc-heads';
import { HeadWords } from '../head-maps/head-words';
import type { TrainingSession } from './training-session';

/** The chosen head of each attention that the task draws. */
export function shownHeads(session: TrainingSession, words: Words) {
  const { run, state } = session;
  const evaluation = run?.history.evaluationAt(run.step);
  const shownHead = (attention: string) => session.headShown(attention);
  const isOff = (attention: string, head: number) => session.isOff(attention, head);
  return arcHeads(state.model, { evaluation, isTrained: !!run?.step, isOff }, shownHead, words);
}

export function namedHead(session: TrainingSession, texts: Words) {
  const { run, state } = session;
  const evaluation = run?.history.evaluationAt(run.step);
  const { training: words, lab } = texts;
  const last = shownHeads(session, texts).at(-1);
  const scores = last?.scores;
  if (!run || !evaluation || !scores) return html`<div class="head"></div>`;
  const { namedBy } = taskRow(state.model);
  const { score, isNamed } = headName(scores, namedBy);
  const right = formatRight(evaluation.accuracy, 0);
  const name = new HeadWords(words, state.model).nameOf(scores);
  const unnamed = namedBy === 'none' ? words.digitRun.unnamed : words.unnamed;
  const says =
    run.step === 0
      ? words.untrained
      : (isNamed ? words.earned : unnamed)(formatDecimal(score, 2), right);
  return html`<div class="head ${isNamed ? 'named' : ''}">
    <p class="muted">${lab.inCode(last.title, last.head, last.attention)}</p>
    <h2>${name ?? lab.head(scores.head + 1)} <span>${formatDecimal(score, 2)}</span></h2>
    <p class="muted">${paragraph([says, session.hasChanges && words.heads.unchanged])}</p>
  </div>`;
}
