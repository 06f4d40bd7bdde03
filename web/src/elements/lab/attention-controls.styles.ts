/** Styles of the controls. */
import { css } from 'lit';

export const controlStyles = css`
  [hidden] {
    display: none !important;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem 1.5rem;
    margin-block-start: 0.75rem;
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
    font-size: 0.8125rem;
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
    padding: 0.5rem 0.75rem;
    font-size: 1.0625rem;
    resize: none;
  }
  select,
  .stepper {
    min-block-size: 2.125rem;
  }
  select {
    padding-inline: 0.5rem;
  }
  .stepper {
    display: inline-flex;
  }
  .stepper input {
    border-radius: 0;
    border-inline-width: 0;
    text-align: center;
    padding: 0.25rem;
    min-inline-size: 3rem;
  }
  .stepper button {
    inline-size: 2.125rem;
    padding: 0;
    font-size: 1rem;
    line-height: 1;
    color: var(--muted);
  }
  .stepper button:hover {
    color: var(--ink);
    background: var(--raised);
  }
  .stepper button:first-child {
    border-start-end-radius: 0;
    border-end-end-radius: 0;
  }
  .stepper button:last-child {
    border-start-start-radius: 0;
    border-end-start-radius: 0;
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
    font-size: 0.8125rem;
    color: var(--wrong);
    /* No wider than its control, so that a message does not move other controls. */
    inline-size: 0;
    min-inline-size: 100%;
    overflow-wrap: anywhere;
  }
  .message:empty {
    display: none;
  }
  .status {
    margin: 0.9rem 0 0;
    font-size: 0.9375rem;
    color: var(--muted);
  }
  .size {
    white-space: nowrap;
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
