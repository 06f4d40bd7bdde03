/** The parts of `<attention-model>`, one below the other. */
import { css } from 'lit';

export const modelStyles = css`
  input[type='text'] {
    inline-size: 100%;
    padding: 0.25rem 0;
    border-width: 0 0 1px;
    border-radius: 0;
    background: none;
    font: 400 1.5rem/1.4 var(--serif);
  }
  p {
    margin-block: 0.25rem;
    max-inline-size: 68ch;
    color: var(--muted);
    font-size: 0.875rem;
  }
  p.problem {
    color: var(--wrong);
  }
  p.earned {
    color: var(--arc);
  }
  section {
    margin-block: 2rem;
  }
  h2 {
    margin: 0;
    font: 400 1.5rem/1.3 var(--serif);
  }
  ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.25rem;
    margin: 0.5rem 0;
    padding: 0;
    list-style: none;
    font-size: 0.875rem;
  }
  li button {
    padding: 0.15rem 0;
    border: 0;
    background: none;
    text-align: start;
    text-decoration: underline;
    text-decoration-color: var(--muted);
    text-underline-offset: 0.3em;
  }
  attention-heatmap {
    max-inline-size: 44rem;
  }
  @media (max-width: 37.5rem) {
    input[type='text'],
    h2 {
      font-size: 1.125rem;
    }
  }
  @media (pointer: coarse) {
    li button {
      min-block-size: 2.75rem;
    }
  }
`;
