/**
 * Styles of `<attention-training>` and `<attention-trained>`: hairlines, four sizes of text, a main column and a margin.
 *
 * - `.row`: without a gap, the answer stays beside the sentence when something opens below the sentence.
 * - `.waiting`: space for examples that the engine has not read yet.
 * - `.pictures .row`: the headings of both pictures are on one line, however much is under them.
 * - `.head h2 span`: a score, not a part of the name.
 */
import { css } from 'lit';
import { columnsStyles, kBeside } from '../styles/columns.styles';
import { plainButtons } from '../styles/link-button.styles';

export const trainingStyles = css`
  ${columnsStyles}
  :host {
    font-size: 0.875rem;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.5rem 1.5rem;
    padding-block: 0.75rem;
    color: var(--muted);
  }
  .badge {
    padding-inline: 0.5rem;
    border: 1px dashed var(--pencil);
    color: var(--ink);
  }
  select {
    padding: 0.15rem 0.2rem;
    border-width: 0 0 1px;
    border-radius: 0;
    color: var(--ink);
    font-size: 1.125rem;
  }
  .line > label {
    max-inline-size: 100%;
  }
  .objective {
    max-inline-size: 44rem;
    margin: 0;
    font: 400 1.125rem/1.5 var(--serif);
  }
  .row,
  .film {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 15.5rem;
    gap: 1rem 3rem;
    align-items: center;
  }
  .row {
    row-gap: 0;
  }
  .row > attention-arcs {
    display: grid;
    grid: subgrid / minmax(0, 1fr);
    grid-row: span 3;
  }
  .examples {
    margin-block: 1.25rem;
  }
  .waiting:not(:has(.row)) {
    min-block-size: 40rem;
  }
  .pictures {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
    gap: 1.5rem 3rem;
  }
  .drawn {
    display: grid;
    grid-template-columns: 14rem minmax(0, 1fr);
    gap: 1.5rem 3rem;
    align-items: start;
    margin-block-start: 1rem;
  }
  .row + .row {
    margin-block-start: 1rem;
  }
  .pictures .row {
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    margin: 0;
  }
  attention-answer + attention-answer {
    margin-block-start: 1rem;
  }
  .film {
    align-items: start;
    padding-block: 1rem;
    border-block-start: 1px solid var(--line);
  }
  .head h2 {
    margin: 0;
    font: 400 1.5rem/1.3 var(--serif);
  }
  .head.named h2 {
    color: var(--arc);
  }
  .head h2 span {
    font-size: 0.875rem;
    color: var(--muted);
  }
  p {
    margin: 0.25rem 0;
  }
  .muted {
    color: var(--muted);
  }
  section,
  details {
    padding-block: 1rem;
    border-block-start: 1px solid var(--line);
  }
  h2,
  summary {
    font: 400 1.5rem/1.3 var(--serif);
    color: var(--ink);
  }
  summary {
    cursor: pointer;
  }
  .own details {
    padding-block: 0.5rem 0;
    border: 0;
  }
  .own summary {
    font-size: 1.125rem;
  }
  .own input {
    inline-size: 100%;
    margin-block: 0.25rem;
    padding: 0.25rem 0;
    border-width: 0 0 1px;
    border-radius: 0;
    font: 400 1.5rem/1.4 var(--serif);
    color: var(--ink);
  }
  .own input::placeholder {
    font-style: italic;
    color: var(--muted);
  }
  .problem {
    color: var(--wrong);
    overflow-wrap: anywhere;
  }
  ${plainButtons}
  .words {
    columns: 7em;
    padding: 0;
    list-style: none;
    color: var(--muted);
  }
  @container (width < ${kBeside}) {
    .row,
    .film,
    .drawn {
      grid-template-columns: minmax(0, 1fr);
    }
    .row {
      row-gap: 1rem;
    }
    .row > attention-arcs {
      display: block;
      grid-row: auto;
    }
  }
`;
