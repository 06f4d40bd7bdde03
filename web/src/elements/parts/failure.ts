/** An error message with a button to try again. */
import { html } from 'lit';
import type { Words } from '../../words/words';

/**
 *   message  null while there is no problem: then the part is empty, but may still have the focus of its button
 *   retry    must remove the message at once: a new one is announced even if it says the same
 */
export const failure = (message: string | null, words: Words, retry: () => void) =>
  html`<div class="failure" tabindex="-1">
    ${
      message &&
      html`<p class="problem" role="alert">
        ${message}
        <button
          type="button"
          class="plain"
          @click=${({ target }: Event) => {
            (target as Element).closest('div')!.focus();
            retry();
          }}
        >
          ${words.lab.retry}
        </button>
      </p>`
    }
  </div>`;
