/** Styles of the controls. */
import { css } from 'lit';

export const controlStyles = css`
  :host {
    container-type: inline-size;
  }
  [hidden] {
    display: none !important;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem 1.5rem;
    margin-block-start: 1.375rem;
  }
  .field {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: 0.25rem;
    max-inline-size: 100%;
  }
  label,
  .label {
    font-size: 0.875rem;
    color: var(--muted);
  }
  .segments label {
    color: inherit;
  }
  .text {
    align-items: stretch;
  }
  textarea {
    field-sizing: content;
    max-block-size: 9.5rem;
    min-block-size: 2.75rem;
    padding: 0.4rem 0;
    font-size: 1.5rem;
    line-height: 2rem;
    resize: none;
  }
  select,
  .stepper {
    min-block-size: 2.125rem;
  }
  .stepper {
    display: inline-flex;
    max-inline-size: 100%;
    border-block-end: 1px solid var(--line);
  }
  .stepper input {
    border: 0;
    text-align: center;
    padding: 0.25rem;
    min-inline-size: 3rem;
  }
  .stepper button {
    inline-size: 2.125rem;
    padding: 0;
    border: 0;
    font-size: 1.125rem;
    line-height: 1;
    color: var(--muted);
    background: none;
  }
  .stepper button:hover {
    color: var(--ink);
    background: var(--raised);
  }
  .stepper input:focus-visible {
    position: relative;
  }
  [aria-invalid='true'] {
    border-color: var(--wrong);
    box-shadow: inset 0 0 0 1px var(--wrong);
  }
  .message {
    margin: 0;
    font-size: 0.875rem;
    color: var(--wrong);
    /* No wider than its control, so that a message does not move other controls. */
    inline-size: 0;
    min-inline-size: 100%;
    overflow-wrap: anywhere;
  }
  .message:empty {
    display: none;
  }
  /* If all controls are on one line, there is room for a message below them. */
  @container (min-width: 70rem) {
    .field {
      position: relative;
    }
    .message {
      position: absolute;
      /* Below the focus ring. */
      inset-block-start: calc(100% + 5px);
      z-index: 1;
      inline-size: max-content;
      min-inline-size: 0;
      max-inline-size: 28rem;
      background: var(--paper);
    }
  }
  .status {
    margin: 1.5rem 0 0;
    font-size: 0.875rem;
    color: var(--muted);
  }
  .size {
    white-space: nowrap;
  }
  math {
    font-family: var(--attention-math, math);
  }
  @media (pointer: coarse) {
    select,
    .stepper,
    .segments {
      min-block-size: 2.75rem;
    }
    .stepper button {
      inline-size: 2.75rem;
    }
    .segments span {
      padding-block: 0.65rem;
    }
  }
  @media print {
    .row {
      display: none;
    }
  }
`;
