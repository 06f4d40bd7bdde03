/** The error message if no model could be loaded, with a button to try again. */
import { html } from 'lit';
import { messageOf } from '../../words/refusal';
import type { Words } from '../../words/words';

export const failure = (problem: Error, words: Words, retry: () => void) =>
  html`<p class="problem" role="alert">
    ${words.trained.failed(messageOf(problem)(words))}
    <button type="button" class="plain" @click=${retry}>${words.trained.retry}</button>
  </p>`;
