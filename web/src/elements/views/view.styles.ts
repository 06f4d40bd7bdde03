/** Shared styles of views with a picture below a heading. */
import { css } from 'lit';

export const viewStyles = css`
  header {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.75rem;
    align-items: baseline;
    justify-content: space-between;
  }
  header span {
    font-size: 0.875rem;
  }
  canvas {
    font-size: 0.875rem;
  }
  .picture {
    position: relative;
    border-radius: 2px;
  }
  :host([lit]) .picture {
    box-shadow: 0 0 0 2px var(--accent);
  }
  @media print {
    :host {
      break-inside: avoid;
    }
  }
  .readout {
    min-block-size: 1.5em;
    margin: 0.3rem 0;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }
`;
