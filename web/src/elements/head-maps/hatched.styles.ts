/** Styles of the map of a head that is off: pale and hatched. */
import { css } from 'lit';

export const hatchedStyles = css`
  .off canvas {
    opacity: 0.2;
  }
  .off .hatched::after {
    content: '';
    position: absolute;
    inset: 0;
    background: repeating-linear-gradient(
      135deg,
      transparent 0 5px,
      color-mix(in srgb, var(--pencil) 55%, transparent) 5px 6px
    );
  }
`;
