/** An error message with a button to try again. */
import { html } from 'lit';
import type { Words } from '../../words/words';

export const failure = (message: string, words: Words, retry: () => void) =>
  html`<p class="problem" role="alert">
    ${message}
    <button type="button" class="plain" @click=${retry}>${words.trained.retry}</button>
  </p>`;
