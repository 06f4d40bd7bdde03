/** Shades at the edges of a `.shaded` element, on each side on which it can be scrolled. */
import { css } from 'lit';

/**
 * Paper that scrolls with the content covers the shade of an end. The shade is 1 px smaller on each side, because
 * rounded edges would show as hairlines. Printers would draw canvases over it through a mask.
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
        linear-gradient(to right, var(--shade)) left calc(var(--shade-start, 0px) + 1px) top 1px /
          12px calc(100% - 2px) no-repeat,
        linear-gradient(to left, var(--shade)) right 1px top 1px / 12px calc(100% - 2px) no-repeat,
        var(--paper);
    }
  }
`;
