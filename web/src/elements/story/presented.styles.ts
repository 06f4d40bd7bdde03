/** Styles of the story while it is presented: larger cells, and the note below its stage. */
import { css } from 'lit';

export const presentedStyles = css`
  :host([presented]:not([data-narrow])) {
    --label: 310px;
  }
  :host([presented]) :is(.hint, .below, .note .tools, .table-and-save) {
    display: none;
  }
  :host([presented]) .readout {
    display: none;
  }
  :host([presented]) .note {
    border: 0;
    padding: 0.25rem 0 0 calc(var(--label) + 0.5rem);
    font-size: 1.125rem;
    line-height: 1.5;
  }
  :host([presented]) .note .shapes {
    display: flex;
    gap: 1.5rem;
  }
  :host([presented]) .note h3 {
    display: none;
  }
`;
