/** Elements whose columns depend on their own width, so that they look alike in a page, a frame and a narrow column. */
import { css, type CSSResult } from 'lit';

/** The narrowest element with a column beside a sentence, which keeps 600 px: with fewer, words stand below each other. */
export const kBeside = css`57rem`;
/** The narrowest element in which words stand on one line. */
export const kInLine = css`37.5rem`;

/**
 * Without an intrinsic width, the element would vanish in a flexible row. What is presented fills the window and asks for
 * its width instead: its type is large, and so is a rem, so that two columns measured in rem would need more than most
 * windows have.
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
