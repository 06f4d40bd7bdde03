/** Shades at the edges of a `.shaded` element, on each side on which it can be scrolled. */
import { css } from 'lit';

/**
 * Paper that scrolls with the content covers the shade of an end. Printers would draw canvases over it through a mask.
 * --shade-start: the width of a column that stays.
 */
export const scrollShades = css`
  @media screen {
    .shaded {
      --shade: color-mix(in srgb, var(--ink) 25%, transparent), transparent;
      --cover: var(--paper) 50%, transparent;
      background:
        linear-gradient(to right, var(--cover)) var(--shade-start, 0) 0 / 40px 100% no-repeat local,
        linear-gradient(to left, var(--cover)) 100% 0 / 40px 100% no-repeat local,
        linear-gradient(to right, var(--shade)) var(--shade-start, 0) 0 / 12px 100% no-repeat,
        linear-gradient(to left, var(--shade)) 100% 0 / 12px 100% no-repeat,
        var(--paper);
    }
  }
`;
