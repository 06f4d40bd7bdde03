/**
 * The film of a model's training, computed while the visitor watches, and beside it the name that the model's head has
 * earned.
 */
import { html, nothing } from 'lit';
import { formatDecimal, formatRight } from '../../draw/format';
import { headName } from '../../model/heads/head-name';
import { taskRow } from '../../model/examples/tasks';
import { messageOf } from '../../words/refusal';
import { paragraph } from '../../words/forms/paragraph';
import type { Language, Words } from '../../words/words';
import { failure } from '../parts/failure';
import { inLanguage } from '../base/in-language';
import { arcHeads } from '../example/arc-heads';
import { HeadWords } from '../head-maps/head-words';
import { playButton } from '../training/play-button';
import { filmFrame } from './film-frame';
import type { ModelSession } from './session/model-session';

/** `lab`: the address of the lab's folder, such as `./`; if it is unknown (''), there is no link to the training page. */
export function filmRow(session: ModelSession, lab: string, words: Words, language: Language) {
  const { result } = session;
  if (!result) return html`<div class="film"></div>`;
  const press = () => void playOrPause(session);
  const last = lastHead(session, words);
  return html`<div class="film" role="group" aria-label=${words.trained.film.label}>
    <div class="run">
      ${filmControls(session, press, lab, words, language)}
      ${filmChart(session, press, last, words)}
    </div>
    ${shownHeadName(session, words, last)}
  </div>`;
}

async function playOrPause(session: ModelSession): Promise<void> {
  const { film, showsFilm } = session;
  if (showsFilm && film?.isPlaying) return film.pause();
  const run = await session.openFilm();
  run?.play();
  session.change({});
}

/** The buttons above the chart, and how far the film is. */
function filmControls(
  session: ModelSession,
  press: () => void,
  lab: string,
  words: Words,
  language: Language,
) {
  const { film: texts } = words.trained;
  const { film, showsFilm, result } = session;
  const { step, steps } = result!.loaded;
  const shown = showsFilm ? film : null;
  const problem = shown?.problem ?? null;
  const isPlaying = !!shown?.isPlaying;
  return html`<div>
    ${playButton.render({ playing: isPlaying, label: isPlaying ? texts.pause : texts.watch, press })}
    <div class="tabs">
      <button
        type="button"
        class="tab"
        aria-pressed=${shown?.target === 0}
        @click=${() => void session.openFilm().then((run) => run?.goTo(0))}
      >
        ${texts.before}
      </button>
      <button
        type="button"
        class="tab"
        aria-pressed=${!shown || (shown.isReady && shown.target === shown.steps)}
        @click=${() => session.closeFilm()}
      >
        ${texts.after}
      </button>
    </div>
    ${failure(problem && words.training.failed(messageOf(problem)(words)), words, () =>
      shown!.retry(),
    )}
    ${
      problem
        ? nothing
        : html`<span class="muted"
            >${
              shown && !shown.isReady
                ? words.training.run.starting
                : texts.running(shown?.step ?? step, film?.steps ?? steps)
            }</span
          >`
    }
    ${
      lab
        ? html`<a href="${lab}training.html#${inLanguage(session.trainingHash, language)}"
            >${texts.link}</a
          >`
        : nothing
    }
  </div>`;
}

/** The curves of the film; before it is first opened, their empty chart. */
function filmChart(
  session: ModelSession,
  press: () => void,
  last: ReturnType<typeof lastHead>,
  words: Words,
) {
  const { film, showsFilm, result, task } = session;
  const { step, steps } = result!.loaded;
  const unnamed = taskRow(task).namedBy === 'none';
  return film
    ? html`<attention-training-curves
        data-part="film"
        .curves=${session.filmCurves!}
        .step=${showsFilm ? film.target : step}
        .steps=${film.steps}
        .last=${film.history.last}
        .every=${film.every}
        .unnamed=${unnamed}
        @attention-seek=${(event: CustomEvent<{ step: number }>) =>
          void session.openFilm().then((run) => run?.goTo(event.detail.step))}
      ></attention-training-curves>`
    : filmFrame.render({ steps, score: last.named?.score, unnamed, press }, words);
}

/** The head whose arcs are drawn last, and the score that may name it. */
function lastHead(session: ModelSession, words: Words) {
  const { task, isTrained } = session;
  const shownHead = (attention: string) => session.headShown(attention);
  const last = arcHeads(task, session, shownHead, words).at(-1)!;
  const { scores } = last;
  return { ...last, named: scores && isTrained ? headName(scores, taskRow(task).namedBy) : null };
}

/** Its name and its score. */
function shownHeadName(session: ModelSession, words: Words, last: ReturnType<typeof lastHead>) {
  const { training, trained } = words;
  const { task, result, showsFilm } = session;
  const { scores } = last;
  if (!last.named || !scores || !result)
    return html`<div class="head"><p class="muted">${training.untrained}</p></div>`;
  const { worst, right, examples } = result.loaded;
  const measured = showsFilm
    ? null
    : worst !== undefined
      ? trained.worst(formatRight(worst), examples)
      : right !== undefined
        ? trained.measured(formatRight(right), examples)
        : null;
  // In a task without right places, no head can earn a name.
  if (taskRow(task).namedBy === 'none')
    return html`<div class="head"><p class="muted">${measured}</p></div>`;
  const { score, isNamed } = last.named;
  const name = new HeadWords(training, task).nameOf(scores);
  const known = name ?? words.lab.head(last.head + 1);
  const code = words.lab.inCode(last.title, last.head, last.attention);
  const says = paragraph([isNamed ? trained.named : trained.unnamed, measured]);
  // The hidden text reserves the space that the score takes when the head is on.
  const note = last.off ? html`<span>${trained.offScore}</span><span>${says}</span>` : says;
  return html`<div class="head ${isNamed && !last.off ? 'named' : ''}">
    <p class="muted">${code}</p>
    <h2>${known} ${last.off ? nothing : html`<span>${formatDecimal(score, 3)}</span>`}</h2>
    <p class="muted ${last.off ? 'off' : ''}">${note}</p>
  </div>`;
}
