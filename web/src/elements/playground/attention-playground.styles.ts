/** The layout of the playground's views. */
import { css } from 'lit';

export const playgroundStyles = css`
  attention-formula {
    margin-block: 1.5rem 1.25rem;
  }
  .views {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2rem 3rem;
    margin-block-start: 1.5rem;
  }
  :host([presenting]) {
    --attention-tools: none;
  }
  :host([presenting])
    :is(attention-controls, attention-file-note, attention-export, .projections, .only),
  :host([hide~='formula']) attention-formula,
  :host([hide~='controls']) attention-controls,
  :host([hide~='tokens']) section:has(attention-tokens),
  :host([hide~='bars']) attention-bars,
  :host([hide~='arithmetic']) attention-arithmetic,
  :host([hide~='steps']) attention-steps,
  :host([hide~='heatmap']) .grid-of-weights attention-heatmap,
  :host([hide~='heads']) attention-heads,
  :host([hide~='projections']) .projections,
  :host([hide~='vector']) section:has(attention-vector),
  :host([hide~='export']) attention-export,
  :host([hide~='embed']) attention-embed,
  .views[hidden] {
    display: none;
  }
  section {
    min-inline-size: 0;
  }
  .row-of-weights,
  .grid-of-weights {
    display: flex;
    flex-direction: column;
    gap: 1rem;
  }
  .projections {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
    gap: 2rem 2.5rem;
  }
  .only {
    margin: 0;
  }
  .starting,
  .problem {
    margin-block: 1.5rem;
  }
  .starting {
    color: var(--muted);
    min-block-size: 32rem;
  }
  .problem {
    border-inline-start: 3px solid var(--wrong);
    padding: 0.25rem 1rem;
    overflow-wrap: anywhere;
  }
  .problem button {
    display: block;
    margin-block-start: 0.5rem;
  }
  @media (min-width: 56rem) {
    .views {
      grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
    }
    .wide {
      grid-column: 1 / -1;
    }
  }
  @media print {
    .views {
      display: block;
    }
    section {
      break-inside: avoid;
      margin-block-end: 1.5rem;
    }
  }
`;
