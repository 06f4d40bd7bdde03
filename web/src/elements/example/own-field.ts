/** The field for the visitor's own example; below it a hint or an error message. */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { messageOf } from '../../words/refusal';
import type { Words } from '../../words/words';

interface OwnField {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly type: (text: string) => void;
  readonly problem: Error | undefined;
  readonly hint: string;
}

export function ownField(field: OwnField, words: Words) {
  const { problem } = field;
  return html`<label for="own">${field.label}</label>
    <input
      id="own"
      maxlength="200"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      placeholder=${field.placeholder}
      aria-describedby="own-hint"
      aria-invalid=${problem !== undefined}
      .value=${live(field.text)}
      @input=${(event: Event) => field.type((event.target as HTMLInputElement).value)}
    />
    <p id="own-hint" class=${problem ? 'problem' : 'muted'} role=${problem ? 'alert' : nothing}>
      ${problem ? messageOf(problem)(words) : field.hint}
    </p>`;
}
