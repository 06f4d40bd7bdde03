/** An error message with a button to try again. */
import { css, html } from 'lit';
import type { Words } from '../../words/words';

/**
 *   message  null while there is no problem: then the part is empty, but may still have the focus of its button
 *   retry    must remove the message at once: a new one is announced even if it says the same
 */
const render = (message: string | null, words: Words, retry: () => void) =>
  html`<div class="failure" tabindex="-1">
    ${
      message &&
      html`<p class="problem" role="alert">
        ${message}
        <button
          type="button"
          class="plain"
          @click=${({ target }: Event) => {
            (target as Element).closest<HTMLElement>('.failure')!.focus();
            retry();
          }}
        >
          ${words.lab.retry}
        </button>
      </p>`
    }
  </div>`;

const styles = css`
  .failure:not(:has(*)) {
    outline: none;
  }
`;

export const failure = { render, styles };
