/** Shades at the edges of an element that scrolls, on each side on which it can be scrolled. */
import { css } from 'lit';

/**
 * `.shades` covers the content except 12 px at each end, and clips. A shade sticks to the edge of the visible part; where
 * that edge is an end of the content, the shade is outside the box and disappears. The page's color does not matter.
 * Forced colors would remove a gradient, so the shades take the forced colors themselves.
 * --shade-start: the width of a column that stays. --shade-left, --shade-right: places of the shades, negative where the
 * element that scrolls has padding, because what sticks to its edge stays within the padding.
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
    left: var(--shade-left, var(--shade-start, 0));
    right: var(--shade-right, 0);
    inline-size: 12px;
    margin: 0 -12px;
    opacity: 0.25;
    background: linear-gradient(90deg, var(--ink), transparent);
  }
  .shades::after {
    rotate: 180deg;
  }
  @media (forced-colors: active) {
    .shades {
      --ink: CanvasText;
    }
  }
  @media print {
    .shades {
      display: none;
    }
  }
`;
