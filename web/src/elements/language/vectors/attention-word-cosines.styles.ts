/** Styles of `<attention-word-cosines>`. */
import { css } from 'lit';

export const wordCosinesStyles = css`
  :host {
    display: block;
    margin-block: 1rem;
  }
  h3 {
    margin: 0;
  }
  label {
    color: var(--muted);
    font-size: 0.875rem;
  }
  .choices {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.25rem;
  }
  label {
    max-inline-size: 100%;
  }
  .choices div {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
  }
  select {
    font: 400 1.125rem/1.4 var(--serif);
  }
  .whole {
    display: none;
  }
  /* A select cuts long text; there the sentence is in front of it, in several lines. */
  @media (max-width: 37.5rem) {
    .sentence {
      display: grid;
    }
    .sentence > * {
      grid-area: 1 / 1;
    }
    .sentence select {
      inline-size: 100%;
      block-size: 100%;
      /* Unlike its color, this leaves its arrow visible. */
      -webkit-text-fill-color: transparent;
    }
    option {
      -webkit-text-fill-color: var(--ink);
    }
    .whole {
      display: block;
      padding: 0.25rem 1.5rem 0.25rem 0.1rem;
      color: var(--ink);
      font: 400 1.125rem/1.4 var(--serif);
      pointer-events: none;
    }
  }
  .chart {
    position: relative;
    block-size: 15rem;
    max-inline-size: 46rem;
    margin-block: 0.5rem;
  }
  canvas {
    position: absolute;
    inset: 0;
  }
  @media (pointer: coarse) {
    select {
      min-block-size: 2.75rem;
    }
  }
`;
