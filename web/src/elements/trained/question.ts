/** The page's heading, which is the question that the model is asked, and the facts about the model's file. */
import { html, nothing } from 'lit';
import { hasChanges } from '../../model/trained/model-state';
import { exampleView } from '../../model/examples/example-view';
import { taskRow } from '../../model/examples/tasks';
import type { Words } from '../../words/words';
import type { ModelSession } from './session/model-session';

/** `changed`: the note that the model is changed, beside the heading. */
export function question(session: ModelSession, words: Words, changed: unknown) {
  const { trained, training } = words;
  const { task, result } = session;
  return html`<header class="row question">
    <div>
      <div class="top">
        <h1>${trained.questions[task](queryWord(session))}</h1>
        ${changed}
      </div>
      <p class="intro">${intro(session, words)}</p>
      <p class="muted reading">${reading(session, words, task === 'digits' ? 'narrow' : 'two')}</p>
    </div>
    <p class="muted">
      ${training.noHints(
        result ? trained.size(result.loaded.parameterCount, step(session, words)) : '',
        training.tasks[task].objective,
      )}
    </p>
  </header>`;
}

/** A text that says how far the drawn model is trained. */
function step({ isTrained, film, filmShown, result }: ModelSession, { lab, trained }: Words) {
  if (!isTrained) return lab.untrained;
  return filmShown
    ? trained.film.running(filmShown.step, film!.steps)
    : trained.steps(result!.loaded.step);
}

/** The word that the model is asked about. Only the chosen word has the accent color. */
function queryWord(session: ModelSession) {
  const inspection = session.inspection(0);
  const { words, before } = inspection ? exampleView(inspection) : { words: [], before: 0 };
  const { answerPlace, language } = taskRow(session.task);
  const place = before + answerPlace;
  return html`<em
    lang=${language ?? nothing}
    class=${session.chosenWord(0) === place ? '' : 'other'}
    >${words[place] ?? ''}</em
  >`;
}

/** The parts that stand below the sentence on a phone. */
export function introBelow(session: ModelSession, words: Words) {
  return html`<div class="late">
    <p class="intro">${intro(session, words)}</p>
    <p class="muted">${reading(session, words, 'narrow')}</p>
  </div>`;
}

function reading({ task }: ModelSession, { trained }: Words, sides: 'two' | 'narrow'): string {
  const { arcs, namedBy } = taskRow(task);
  const { reading } = trained;
  return reading[arcs.length < 2 ? 'one' : sides] + (namedBy === 'none' ? '' : reading.gray);
}

function intro(session: ModelSession, { trained, training }: Words) {
  const { task, models, isTrained, film, filmShown } = session;
  // These texts describe measurements of the site's models; the visitor's own model may have learned something else.
  if (models.file) return isTrained ? training.tasks[task].objective : training.untrained;
  const isUnfinished = filmShown && filmShown.step < film!.steps;
  const { shown: shownText, unchanged, trained: finished } = trained.learned;
  const subject = isUnfinished ? finished : hasChanges(session.shownState) ? unchanged : shownText;
  const text = trained.intros[task];
  if (typeof text === 'string') return subject + text;
  // The last word of each example, without the full stop.
  const [tired, wide] = taskRow(task).examples.map((example) => {
    const [, last] = String(example).match(/(\S+?)\.?$/)!;
    return html`<i lang="en">${last}</i>`;
  });
  return [subject, ...text(tired, wide, queryWord(session))];
}
