/** The line beside a control that says what is wrong. */
import { html, nothing } from 'lit';

/** Empty while there is no message, so that a screen reader announces one that comes. */
export const problemLine = (message: string | null | undefined, id?: string) =>
  html`<p id=${id ?? nothing} class="problem" role="alert">${message}</p>`;
