/** Styles of the dialog for embedding. The end of the preview fades, so that it looks as if it can be scrolled. */
import { css } from 'lit';

export const embedDialogStyles = css`
  dialog {
    inline-size: min(56rem, calc(100vw - 1.5rem));
    max-block-size: calc(100dvh - 1.5rem);
    padding: 0;
    color: var(--ink);
    background: var(--paper);
    border: 1px solid var(--line);
    border-radius: 2px;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 0.45);
  }
  .inner {
    padding: clamp(0.9rem, 3vw, 1.5rem);
  }
  .head {
    display: flex;
    justify-content: space-between;
    align-items: start;
    gap: 1rem;
  }
  h2 {
    font-size: 1.125rem;
  }
  h3 {
    margin: 1.25rem 0 0;
    font-size: 0.875rem;
  }
  p {
    margin: 0.25rem 0 0.5rem;
    font-size: 0.875rem;
  }
  .options {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1.5rem;
    font-size: 0.875rem;
  }
  fieldset {
    display: flex;
    flex-wrap: wrap;
    flex-basis: 100%;
    gap: 0.25rem 1rem;
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
    color: var(--muted);
  }
  legend {
    padding: 0;
  }
  fieldset label {
    margin: 0;
    color: var(--ink);
  }
  input[type='checkbox'] {
    margin: 0 0.35rem 0 0;
    accent-color: var(--ink);
    vertical-align: -0.1em;
  }
  .preview {
    box-sizing: border-box;
    max-block-size: clamp(16rem, 100dvh - 26rem, 40rem);
    margin-block-start: 0.75rem;
    padding-block-end: 2rem;
    overflow-y: auto;
    mask-image: linear-gradient(to top, transparent, #000 2rem);
  }
  .preview:focus-visible {
    outline-offset: -2px;
  }
  iframe {
    display: block;
    box-sizing: content-box;
    inline-size: 100%;
    border: 0;
    border-block: 1px solid var(--line);
  }
  .opened {
    border-inline-start: 3px solid var(--query);
    padding-inline-start: 0.75rem;
  }
  label {
    margin-inline-end: 0.5rem;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 0.75rem;
    margin-block: 0.5rem;
    font-size: 0.875rem;
  }
  code {
    font: inherit;
    overflow-wrap: anywhere;
    color: var(--ink);
  }
  .close {
    font-size: 1.125rem;
    line-height: 1;
    padding: 0.2rem 0.55rem;
  }
`;
