/** Styles of `<attention-heatmap>`. */
import { css } from 'lit';

export const heatmapStyles = css`
  header {
    margin-block-end: 0.4rem;
  }
  .picture {
    inline-size: fit-content;
    max-inline-size: 100%;
    overflow-x: auto;
    scrollbar-width: thin;
    /* Columns go from left to right, even in a text that goes from right to left. */
    direction: ltr;
  }
  .labels {
    position: sticky;
    inset: 0 auto auto 0;
    z-index: 1;
    inline-size: fit-content;
    block-size: 0;
  }
  .labels canvas {
    background: var(--paper);
    cursor: default;
  }
  canvas {
    display: block;
    cursor: crosshair;
    touch-action: pan-x pan-y;
  }
  @media print {
    .labels {
      display: none;
    }
    .labels ~ .cells {
      max-inline-size: 100%;
    }
    .labels ~ .mark {
      display: none;
    }
  }
`;
