/** Shades at the edges of an element that scrolls, on each side on which it can be scrolled. */
import { css } from 'lit';

/**
 * `.shades`, in the content: a box without the ends of the content, so that a shade which is stuck to an edge of the
 * visible part is cut off at an end. It needs no color of the page. Forced colors would remove a gradient, so it takes
 * theirs itself.
 * --shade-start: the width of a column that stays.
 */
export const scrollShades = css`
  .shades {
    position: absolute;
    inset: 0 12px 0 calc(var(--shade-start, 0px) + 12px);
    display: flex;
    justify-content: space-between;
    direction: ltr;
    overflow: clip;
    pointer-events: none;
    forced-color-adjust: none;
  }
  .shades::before,
  .shades::after {
    content: '';
    position: sticky;
    left: var(--shade-start, 0);
    right: 0;
    inline-size: 12px;
    margin: 0 -12px;
    opacity: 0.25;
    background: linear-gradient(90deg, var(--shade-ink, var(--ink)), transparent);
  }
  .shades::after {
    rotate: 180deg;
  }
  @media (forced-colors: active) {
    .shades {
      --shade-ink: CanvasText;
    }
  }
  @media print {
    .shades {
      display: none;
    }
  }
`;
