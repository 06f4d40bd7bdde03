/** The film of a model's training, which is computed while one watches; beside it the name that its head has earned. */
import { html, nothing } from 'lit';
import { formatTenths } from '../../draw/format';
import { curvesOf } from '../../training/curves';
import { headName } from '../../training/heads';
import { taskRow } from '../../training/tasks';
import type { Words } from '../../words/words';
import { arcHeads } from '../training/arc-heads';
import { HeadWords } from '../training/head-words';
import { playButton } from '../training/play-button';
import type { ModelSession } from './model-session';

export function filmRow(session: ModelSession, words: Words) {
  const { film: texts } = words.trained;
  const { film, showsFilm, shown } = session;
  if (!shown) return html`<div class="film"></div>`;
  const isPlaying = !!film?.isPlaying && showsFilm;
  const press = () => {
    if (isPlaying) film.pause();
    else void session.openFilm().then((run) => (run?.play(), session.change({})));
  };
  return html`<div class="film" role="group" aria-label=${texts.label}>
    <div>
      <div class="run">
        ${playButton.render({ playing: isPlaying, label: isPlaying ? texts.pause : texts.watch, press })}
        <button
          type="button"
          class="tab"
          aria-pressed=${showsFilm && film?.target === 0}
          @click=${() => void session.openFilm().then((run) => run?.goTo(0))}
        >
          ${texts.before}
        </button>
        <button
          type="button"
          class="tab"
          aria-pressed=${!showsFilm}
          @click=${() => session.closeFilm()}
        >
          ${texts.after}
        </button>
        <span class="muted"
          >${
            showsFilm && film
              ? film.isReady
                ? texts.running(film.step, film.steps)
                : words.training.run.starting
              : html`<span class="watch">${texts.watch}.</span> ${texts.hint}`
          }</span
        >
        ${
          session.trainingHash === null
            ? nothing
            : html`<a href="./training.html#${session.trainingHash}">${texts.link}</a>`
        }
      </div>
      ${
        film
          ? html`<attention-training-curves
              data-part="film"
              .curves=${curvesOf(film.history, taskRow(session.task).namedBy)}
              .step=${film.target}
              .steps=${film.steps}
              .last=${film.history.last}
              .every=${film.every}
              @attention-seek=${(event: CustomEvent<{ step: number }>) =>
                void session.openFilm().then((run) => run?.goTo(event.detail.step))}
            ></attention-training-curves>`
          : nothing
      }
    </div>
    ${named(session, words)}
  </div>`;
}

/** The head whose arcs are drawn last: its name and its score. */
function named(session: ModelSession, words: Words) {
  const { training, trained } = words;
  const { task, shown, showsFilm } = session;
  const shownHead = (attention: string) => session.headShown(attention);
  const last = arcHeads(task, session, shownHead, training).at(-1)!;
  const { scores } = last;
  if (!scores || !shown || !session.isTrained)
    return html`<div class="head"><p class="muted">${training.untrained}</p></div>`;
  const { score, isNamed } = headName(scores, taskRow(task).namedBy);
  const name = new HeadWords(training, task).nameOf(scores);
  const { worst, right, examples } = shown.loaded;
  const percent = (share: number) => formatTenths(share * 1000);
  return html`<div class="head ${isNamed ? 'named' : ''}">
    <p class="muted">${last.title}</p>
    <h2>${name ?? training.head(last.head + 1)} ${score.toFixed(3)}</h2>
    <p class="muted">
      ${isNamed ? trained.named : trained.unnamed}
      ${
        showsFilm
          ? nothing
          : worst !== undefined
            ? trained.worst(percent(worst), examples)
            : right !== undefined
              ? trained.measured(percent(right), examples)
              : nothing
      }
    </p>
  </div>`;
}
