/** A field for one sentence that grows with its text, up to four lines. It needs the `font` of `.field`. */
import { css, html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { kMaxTextCharacters } from '../../../model/language/language-state';

export interface GrowingField {
  /** Its label is for this id. */
  readonly id?: string;
  readonly text: string;
  /** The ids of what describes it. */
  readonly describedBy: readonly string[];
  /** Its name, if that is not its label. */
  readonly name?: string;
  readonly isInvalid: boolean;
  readonly onInput: (text: string) => void;
}

/** Keeps the height of an empty text. Spaces at the end of a line need no room. */
const kEmpty = '\u00a0';

const styles = css`
  /* The copy behind the field has the same text, and so its height. */
  .field {
    display: grid;
  }
  textarea,
  .copy {
    grid-area: 1 / 1;
    box-sizing: border-box;
    min-inline-size: 0;
    max-block-size: calc(4 * 1.4em + 0.5rem + 1px);
    padding: 0.25rem 0;
    border-style: solid;
    border-width: 0 0 1px;
    font: inherit;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  textarea {
    inline-size: 100%;
    border-radius: 0;
    background: none;
    resize: none;
    overflow: auto;
  }
  .copy {
    visibility: hidden;
    overflow: hidden;
  }
`;

function render({ id = 'text', text, describedBy, name, isInvalid, onInput }: GrowingField) {
  return html`<div class="field">
    <textarea
      id=${id}
      rows="1"
      lang="en"
      autocomplete="off"
      spellcheck="false"
      maxlength=${kMaxTextCharacters}
      aria-label=${name ?? nothing}
      aria-describedby=${describedBy.join(' ')}
      aria-invalid=${isInvalid}
      .value=${live(text)}
      @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault()}
      @input=${({ target }: Event) => onInput(inOneLine((target as HTMLTextAreaElement).value))}
    ></textarea>
    <span class="copy" lang="en" aria-hidden="true">${text || kEmpty}</span>
  </div>`;
}

/** A sentence is one line, also when several were pasted. */
const inOneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

export const growingField = { styles, render };
