/** Styles of the experiments, each a question followed by an answer. */
import { css } from 'lit';

export const guessStyles = css`
  :host {
    max-inline-size: 56rem;
  }
  h2 {
    font: 400 1.5rem/1.3 var(--serif);
  }
  ol {
    margin: 0.75rem 0 0;
    padding: 0;
    list-style: none;
    counter-reset: experiment;
  }
  li {
    counter-increment: experiment;
    display: grid;
    grid-template-columns: 2.5rem minmax(0, 1fr);
    padding-block: 0.75rem;
    border-block-start: 1px solid var(--line);
  }
  li::before {
    content: counter(experiment);
    font: 400 1.5rem/1.75rem var(--serif);
    color: var(--muted);
  }
  p {
    margin: 0;
  }
  .prompt {
    font: 400 1.125rem/1.55 var(--serif);
  }
  .muted {
    font-size: 0.875rem;
  }
  .guesses {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.5rem;
    margin-block-start: 0.25rem;
  }
  button {
    padding: 0.2rem 0;
    border: 0;
    border-radius: 0;
    border-block-end: 1px solid var(--pencil);
    background: none;
    font-size: 0.875rem;
  }
  button:hover {
    border-color: var(--ink);
  }
  [aria-pressed='true'] {
    border-block-end: 2px solid var(--ink);
    font-weight: 600;
  }
  .outcome {
    margin-block-start: 0.35rem;
    font: 400 1.125rem/1.55 var(--serif);
  }
  .outcome.earlier,
  .earlier + .reason {
    color: var(--muted);
  }
  .reason {
    margin-block: 0.15rem 0.25rem;
    max-inline-size: 46rem;
    font-size: 0.875rem;
  }
  .outcome:empty {
    display: none;
  }
  @media (pointer: coarse) {
    button {
      min-block-size: 2.75rem;
    }
  }
`;
