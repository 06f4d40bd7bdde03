/** The zoom buttons of a heatmap, and its keys + and −. */
import { css, html } from 'lit';
import type { Words } from '../../words/words';
import { kLabeled, type HeatmapModel } from './heatmap-model';
import type { HeatmapWindow } from './heatmap-window';

export const zoomStyles = css`
  .zoom {
    display: flex;
    align-items: center;
    gap: 0.4rem;
    margin-inline-start: auto;
  }
  .zoom button {
    inline-size: 2rem;
    padding: 0.2rem 0;
    line-height: 1.2;
  }
  /* There is no room for it beside the value of a cell. */
  bdi ~ .range {
    display: none;
  }
  .window {
    position: relative;
    inline-size: fit-content;
  }
  .room {
    position: absolute;
    inset: 0 auto auto 0;
    pointer-events: none;
  }
  .picture.zoomed {
    overflow: scroll;
  }
  .zoomed .window {
    position: sticky;
    inset: 0 auto auto 0;
  }
  @media (pointer: coarse) {
    .zoom button {
      inline-size: 2.75rem;
      block-size: 2.75rem;
    }
  }
  @media print {
    .zoom,
    .room {
      display: none;
    }
    .picture.zoomed {
      overflow: visible;
    }
  }
`;

/** The cells of a matrix with few rows and columns have labels without zoom. */
export const canZoom = ({ matrix: { rows, columns } }: HeatmapModel) =>
  columns > 1 && Math.max(rows, columns) > kLabeled;

export function zoomButtons(
  { zoom, max }: HeatmapWindow,
  { zoom: words }: Words,
  choose: (step: 1 | -1) => void,
) {
  // At an end, a button keeps the focus.
  return html`<div class="zoom" role="group" aria-label=${words.label}>
    <button
      type="button"
      aria-label=${words.out}
      title="${words.out} (−)"
      aria-disabled=${zoom === 0}
      @click=${() => choose(-1)}
    >
      −
    </button>
    <button
      type="button"
      aria-label=${words.in}
      title="${words.in} (+)"
      aria-disabled=${max > 0 && zoom === max}
      @click=${() => choose(1)}
    >
      +
    </button>
  </div>`;
}

/** The step of a key, or null for other keys. */
export function zoomStep(key: string): 1 | -1 | null {
  return key === '+' || key === '=' ? 1 : key === '-' || key === '−' ? -1 : null;
}

/** Says which rows and columns are in sight. Called when they are drawn. */
export function showRange(root: ParentNode, window: HeatmapWindow, words: Words): void {
  const line = root.querySelector('.range');
  if (line) line.textContent = window.zoom > 0 ? words.zoom.range(...window.range) : '';
}
