/** The field for the visitor's own example, what the model makes of it, and the words that it knows. */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { shownToken } from '../../training/shown-token';
import { taskRow } from '../../training/tasks';
import type { Words } from '../../words/words';
import { ownHint } from './own-hint';
import type { TrainingSession } from './training-session';

/** `example` renders the example with its arcs. */
export function ownExample(session: TrainingSession, words: Words, example: () => unknown) {
  const { own } = words.training;
  const { ownProblem: problem, draft, state } = session;
  return html`<section class="own" aria-busy=${draft.isReading}>
    <label for="own">${own.label}</label>
    <input
      id="own"
      maxlength="200"
      autocomplete="off"
      spellcheck="false"
      placeholder=${taskRow(state.model).own}
      aria-describedby="own-hint"
      aria-invalid=${problem ? 'true' : 'false'}
      .value=${live(draft.text ?? state.text)}
      @input=${(event: Event) => session.type((event.target as HTMLInputElement).value)}
    />
    ${ownHint({ problem, hint: own.hint, list: own.words }, words)}
    ${state.text.trim() ? example() : nothing}
    <details>
      <summary>${own.words}</summary>
      <ul class="words">
        ${session.run?.trainer?.vocabulary.map((word) => html`<li><bdi>${shownToken(word)}</bdi></li>`)}
      </ul>
    </details>
  </section>`;
}
