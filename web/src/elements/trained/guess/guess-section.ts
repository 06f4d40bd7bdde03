/** The questions below the lab. A question only changes the state of the page. */
import { html, nothing } from 'lit';
import type { ModelState } from '../../../model/trained/model-state';
import { kOwnExample } from '../../../model/changes/visitor-changes';
import { taskRow } from '../../../model/examples/tasks';
import type { ListedChange } from '../../story/editor/attention-changes';
import type { ModelSession } from '../session/model-session';

/** `lab`: the address of the lab's other pages; `changes`: the current changes. */
export function guessSection(session: ModelSession, lab: string, changes: readonly ListedChange[]) {
  const { originals, result } = session;
  if (!result || originals.length === 0) return nothing;
  const { answerPlace } = taskRow(session.task);
  return html`<section data-part="guess">
    <attention-guess
      .lab=${lab}
      .changes=${changes}
      .originals=${originals}
      .state=${result.state}
      .changed=${result.examples.map(({ changed }) => changed)}
      .answers=${result.examples.map(
        ({ changed }, example) =>
          changed?.example.answers[
            example === kOwnExample ? session.chosenWord(kOwnExample) : answerPlace
          ]?.[0],
      )}
      @attention-experiment=${(event: CustomEvent<ModelState>) => {
        session.closeFilm();
        session.change(event.detail);
      }}
    ></attention-guess>
  </section>`;
}
