/** Styles of choices and buttons in a line of text. */
import { css } from 'lit';

export const choiceStyles = css`
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.1rem 1.25rem;
    margin-block-start: 0.25rem;
    font-size: 0.875rem;
    color: var(--muted);
  }
  .tools bdi {
    font: italic 1em var(--serif);
    color: var(--query);
  }
  select,
  .free {
    padding: 0.25rem 0.1rem;
    border: 0;
    border-block-end: 1px dotted var(--pencil);
    border-radius: 0;
    background: none;
    font-size: inherit;
    color: var(--ink);
    max-inline-size: 12rem;
    field-sizing: content;
  }
  .free {
    padding-block: 0.15rem;
  }
  option {
    background: var(--paper);
  }
  select:hover,
  .free:hover {
    border-block-end: 1px solid var(--ink);
  }
`;
