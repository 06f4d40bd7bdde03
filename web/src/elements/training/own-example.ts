/** The field for the visitor's own example, the model's answer to it, and the words that the model knows. */
import { html, nothing } from 'lit';
import { shownToken } from '../../model/tokens/shown-token';
import { taskRow } from '../../model/examples/tasks';
import type { Words } from '../../words/words';
import { ownField } from '../example/own-field';
import type { TrainingSession } from './training-session';

/** `example` renders the example with its arcs. */
export function ownExample(session: TrainingSession, words: Words, example: () => unknown) {
  const { own } = words.training;
  const { draft, state } = session;
  return html`<section class="own" aria-busy=${draft.isReading}>
    ${ownField(
      {
        label: own.label,
        placeholder: taskRow(state.model).own,
        text: draft.text ?? state.text,
        type: (text) => session.type(text),
        problem: session.ownProblem,
        hint: own.hint,
      },
      words,
    )}
    ${state.text.trim() ? example() : nothing}
    <details>
      <summary>${own.words}</summary>
      <ul class="words">
        ${session.run?.trainer?.vocabulary.map((word) => html`<li><bdi>${shownToken(word)}</bdi></li>`)}
      </ul>
    </details>
  </section>`;
}
