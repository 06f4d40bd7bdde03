/** How the proof is set. */
import { css } from 'lit';

export const proofStyles = css`
  .outcome {
    margin-block-start: 2rem;
    min-block-size: 5.5rem;
  }
  .outcome h2 {
    font: 400 clamp(1.5rem, 5vw, 2.25rem) / 1.2 var(--serif);
    margin-block: 0.25rem 0.5rem;
    text-wrap: balance;
  }
  .outcome p {
    margin: 0;
    max-inline-size: 46rem;
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  .outcome b {
    color: var(--ink);
    font-weight: 600;
  }
  .sign {
    color: var(--accent);
  }
  .failed,
  .failed .sign {
    color: var(--wrong);
  }
  .progress {
    display: grid;
    gap: 0.25rem;
    max-inline-size: 30rem;
    margin-block-start: 0.5rem;
    font-size: 0.875rem;
    color: var(--muted);
  }
  .progress span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  progress {
    appearance: none;
    inline-size: 100%;
    block-size: 8px;
    border: 0;
    border-radius: 4px;
    background: var(--line);
    overflow: hidden;
  }
  progress::-webkit-progress-bar {
    background: var(--line);
  }
  progress::-webkit-progress-value {
    background: var(--accent);
  }
  progress::-moz-progress-bar {
    background: var(--accent);
  }
  .problem {
    border-inline-start: 3px solid var(--wrong);
    padding: 0.25rem 1rem;
    margin-block: 1rem;
  }
  .problem p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  dl {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem 2rem;
    margin: 1.25rem 0;
    font-size: 0.875rem;
  }
  dt {
    font-size: 0.8125rem;
    color: var(--muted);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .controls {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.75rem 1.5rem;
    margin-block: 1.25rem 0.75rem;
  }
  button {
    font: inherit;
    font-size: 0.875rem;
    color: inherit;
    background: var(--paper);
    border: 1px solid var(--line);
    border-radius: 6px;
    padding: 0.34rem 1rem;
    cursor: pointer;
  }
  button:hover:enabled {
    background: var(--raised);
  }
  button:disabled {
    color: var(--muted);
    cursor: default;
  }
  .groups {
    border-block-start: 1px solid var(--line);
  }
  @media (pointer: coarse) {
    button,
    .segments {
      min-block-size: 2.75rem;
    }
    .segments span {
      padding-block: 0.65rem;
    }
  }
  @media print {
    .controls {
      display: none;
    }
  }
`;
