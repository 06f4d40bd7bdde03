/** The heads of the run: maps of their weights in the first example, which turn them off and on. */
import { html, nothing } from 'lit';
import { exampleView } from '../../model/examples/example-view';
import { taskRow } from '../../model/examples/tasks';
import type { HeadPlace } from '../../model/heads/head-place';
import { shownToken } from '../../model/tokens/shown-token';
import type { Words } from '../../words/words';
import { placeNames } from '../digits/place-names';
import { takeFocus } from '../input/take-focus';
import { problemLine } from '../parts/problem-line';
import { untrainedBadge } from '../example/untrained-badge';
import '../head-maps/attention-head-maps';
import { headMaps } from '../head-maps/head-map-list';
import { shownHeads } from './shown-heads';
import type { TrainingSession } from './training-session';

export function runHeads(session: TrainingSession, words: Words) {
  const { run, leftOut } = session;
  const { heads } = words.training;
  return html`<section class="heads">
    <div class="line">
      <h2 tabindex="-1">${heads.heading}</h2>
      <span>${heads.hint}</span>
      ${run?.isReady ? untrainedBadge(run.step > 0, words) : nothing}
      ${
        session.hasChanges
          ? html`<button
              type="button"
              class="plain"
              @click=${({ target }: Event) => {
                takeFocus(target, 'h2');
                session.undoChanges();
              }}
            >
              ${heads.allOn}
            </button>`
          : nothing
      }
    </div>
    ${leftOut.length > 0 ? problemLine(heads.leftOut(leftOut.join(words.marks.comma))) : nothing}
    ${maps(session, words)}
  </section>`;
}

function maps(session: TrainingSession, words: Words) {
  const { inspection } = session.results[0] ?? {};
  if (!inspection) return nothing;
  const { tokens, target_tokens, weights } = inspection;
  const { run, state } = session;
  const evaluation = run?.history.evaluationAt(run.step);
  const isOff = (attention: string, head: number) => session.isOff(attention, head);
  const view = { task: state.model, weights, evaluation, isOff };
  const row = session.chosenWord(0) - exampleView(inspection).before;
  return html`<attention-head-maps
    ?untrained=${!run?.step}
    .tokens=${taskRow(state.model).images ? placeNames(words) : tokens.map(shownToken)}
    .targets=${target_tokens.length > 0 ? target_tokens : undefined}
    .heads=${headMaps(view, words.training)}
    .chosen=${shownHeads(session, words)}
    .query=${row < 0 ? undefined : row}
    @attention-head-choose=${(event: CustomEvent<HeadPlace>) => session.show(event.detail)}
    @attention-head-toggle=${(event: CustomEvent<HeadPlace>) => session.toggle(event.detail)}
  ></attention-head-maps>`;
}
