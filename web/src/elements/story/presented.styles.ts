/** The story while presenting: larger cells, and the note under its stage. */
import { css } from 'lit';

export const presentedStyles = css`
  :host([presented]) {
    --label: 310px;
  }
  :host([presented]) :is(.hint, .below, .note .tools, .table-and-save) {
    display: none;
  }
  :host([presented]) .note {
    border: 0;
    padding: 0.25rem 0 0 calc(var(--label) + 0.5rem);
    font-size: 1.125rem;
    line-height: 1.5;
  }
  :host([presented]) .note .shapes {
    display: flex;
    gap: 1.5rem;
  }
  /* As the numbers: told apart without colors too. */
  :host([presented]) .ramp {
    background: linear-gradient(
      to right,
      light-dark(#ead9ff, #2b0f4a),
      light-dark(#beabd6, #4d3b66),
      light-dark(#918f93, #767579),
      light-dark(#4a7358, #92c2a2),
      light-dark(#02240f, #dcffe6)
    );
  }
  :host([presented]) .raises {
    background: light-dark(#02240f, #dcffe6);
  }
  :host([presented]) .lowers {
    background: light-dark(#ead9ff, #2b0f4a);
  }
  :host([presented]) .note h3 {
    display: none;
  }
`;
