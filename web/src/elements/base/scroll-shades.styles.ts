/** Shades at the edges of an element that scrolls, on each side on which it can be scrolled. */
import { css } from 'lit';

/**
 * `.shades`, in the content: a box without the ends of the content, so that a shade which is stuck to an edge of the
 * visible part is cut off at an end. It needs no color of the page.
 * --shade-start: the width of a column that stays.
 */
export const scrollShades = css`
  .shades {
    --width: 12px;
    position: absolute;
    inset: 0 var(--width) 0 calc(var(--shade-start, 0px) + var(--width));
    display: flex;
    justify-content: space-between;
    direction: ltr;
    overflow: clip;
    pointer-events: none;
    /* Forced colors would remove a gradient. */
    forced-color-adjust: none;
  }
  .shades::before,
  .shades::after {
    content: '';
    position: sticky;
    left: var(--shade-start, 0);
    flex: none;
    inline-size: var(--width);
    margin-left: calc(-1 * var(--width));
    background: linear-gradient(
      to right,
      color-mix(in srgb, var(--ink) 25%, transparent),
      transparent
    );
  }
  .shades::after {
    left: auto;
    right: 0;
    margin: 0 calc(-1 * var(--width)) 0 0;
    rotate: 180deg;
  }
  @media print {
    .shades {
      display: none;
    }
  }
`;
