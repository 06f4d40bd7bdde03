/** Styles of `<attention-proof>`. */
import { css } from 'lit';

export const proofStyles = css`
  .outcome {
    min-block-size: 5.5rem;
  }
  p {
    max-inline-size: 46rem;
    overflow-wrap: anywhere;
  }
  .outcome p {
    margin: 0;
    color: var(--muted);
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
    margin-block-end: 0;
  }
  .progress span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .problem {
    border-inline-start: 3px solid var(--wrong);
    padding: 0.25rem 1rem;
    margin-block: 1rem;
    overflow-wrap: anywhere;
  }
  .controls {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.75rem 1.5rem;
    margin-block: 1.25rem 0.75rem;
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
