/** Elements whose columns depend on their own width, so that they look alike in a page, a frame and a narrow column. */
import { css, type CSSResult } from 'lit';

/**
 * The minimum width of an element with a column beside its sentence. The sentence keeps 600 px; with less, its words are
 * stacked.
 */
export const kBeside = css`57rem`;
/** The narrowest element in which words stand on one line. */
export const kInLine = css`37.5rem`;

/**
 * Without an intrinsic width, the element would vanish in a flexible row. While presenting it fills the window, so media
 * queries apply instead: type, and with it a rem, is larger, and two columns in rem would not fit most windows.
 */
export const columnsStyles = css`
  :host {
    container-type: inline-size;
    contain-intrinsic-inline-size: 75rem;
    min-inline-size: 0;
  }
  :host([presenting]) {
    container-type: normal;
  }
`;

/** Rules where a column has no room beside a sentence: also while presenting, when the window is the measure. */
export const whereNarrow = (rules: CSSResult) => css`
  @container (width < ${kBeside}) {
    ${rules}
  }
  @media (width < ${kBeside}) {
    ${rules}
  }
`;
