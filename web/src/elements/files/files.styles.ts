/** Styles of the elements that export and open files. */
import { css } from 'lit';

export const fileStyles = css`
  :host {
    margin-block-start: 0.9rem;
    font-size: 0.875rem;
  }
  dl {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 0.6rem 1rem;
    align-items: center;
    margin: 0;
  }
  dt {
    color: var(--muted);
  }
  dd {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
    align-items: center;
    margin: 0;
    min-inline-size: 0;
  }
  input {
    inline-size: 5rem;
  }
  label {
    display: inline-flex;
    gap: 0.4rem;
    align-items: center;
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  select {
    min-inline-size: 0;
    text-overflow: ellipsis;
  }
  p {
    margin: 0.6rem 0 0;
    overflow-wrap: anywhere;
  }
  p:empty {
    margin: 0;
  }
  .problem {
    color: var(--wrong);
    overflow-wrap: anywhere;
  }
  textarea {
    margin-block-start: 0.6rem;
  }
  .matrix {
    margin-block: 1rem;
  }
  .matrix attention-part-number {
    margin-block-end: 0.6rem;
  }
  @media (max-width: 30rem) {
    dl {
      grid-template-columns: minmax(0, 1fr);
      gap: 0.25rem;
    }
    dd {
      margin-block-end: 0.6rem;
    }
  }
  @media (pointer: coarse) {
    button,
    select,
    input {
      min-block-size: 2.75rem;
    }
  }
`;
