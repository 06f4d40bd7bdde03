/** Headings, hints and error messages of the parts of the model page. */
import { css } from 'lit';
import { kBeside } from '../../styles/columns.styles';

export const partStyles = css`
  /* Names of modules and files are long words. */
  h2,
  h3,
  p {
    overflow-wrap: break-word;
  }
  h2 {
    margin: 0;
    font: 400 1.5rem/1.3 var(--serif);
  }
  h3 {
    margin: 1.5rem 0 0;
    font: 400 1.125rem/1.3 var(--serif);
  }
  p {
    margin-block: 0.25rem;
    max-inline-size: 68ch;
    color: var(--muted);
    font-size: 0.875rem;
  }
  p.problem {
    color: var(--wrong);
    overflow-wrap: anywhere;
  }
  progress {
    inline-size: min(20rem, 100%);
    accent-color: var(--arc);
  }
`;

/** Two views, side by side where there is room. */
export const besideStyles = css`
  .beside {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1.5rem 4rem;
  }
  @container (width >= ${kBeside}) {
    .beside {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  }
`;
