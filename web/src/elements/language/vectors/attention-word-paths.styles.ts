/** Styles of the chart of `<attention-word-paths>`, and of the sentences below it. */
import { css } from 'lit';
import { kBeside } from '../../styles/columns.styles';
import { underlinedSelect } from '../../styles/underlined-select.styles';
import { tableAndSave } from '../../save/table-and-save.styles';
import { partStyles } from '../base/part.styles';

export const wordPathsStyles = [
  tableAndSave,
  partStyles,
  underlinedSelect,
  css`
    label {
      color: var(--muted);
      font-size: 0.875rem;
    }
    .word {
      display: flex;
      flex-wrap: wrap;
      gap: 0.25rem 0.75rem;
      align-items: baseline;
    }
    .word label:first-child {
      margin-inline-end: 1.5rem;
    }
    input {
      padding: 0.25rem 0;
      border-width: 0 0 1px;
      border-radius: 0;
      background: none;
      font: 400 1.125rem/1.5 var(--serif);
    }
    canvas {
      display: block;
      max-inline-size: 100%;
      margin-block: 0.75rem 0.25rem;
    }
    h3 {
      margin-block-start: 0.75rem;
    }
    .beside {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 0.75rem 3rem;
    }
    @container (width >= ${kBeside}) {
      .beside {
        grid-template-columns: minmax(0, 6fr) minmax(0, 5fr);
      }
    }
    .word label {
      max-inline-size: 100%;
    }
    .groups {
      display: flex;
      flex-wrap: wrap;
      gap: 0.75rem 2rem;
      margin-block: 0.75rem 0.25rem;
    }
    .group {
      flex: 1 1 18rem;
      min-inline-size: 0;
      max-inline-size: 36rem;
    }
    /* The copy behind the field has the same lines: the field is as high as they are, and a line is found by it. */
    .lines {
      display: grid;
      margin-block: 0.25rem;
    }
    textarea,
    .copy {
      grid-area: 1 / 1;
      box-sizing: border-box;
      inline-size: 100%;
      padding: 0.5rem 0.75rem;
      border: solid var(--line);
      border-width: 0 0 1px;
      font: 400 0.875rem/1.5rem var(--serif);
    }
    textarea,
    .copy span {
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
    textarea {
      border-radius: 0;
      resize: none;
      overflow: hidden;
    }
    .copy {
      visibility: hidden;
    }
    .copy span {
      display: block;
    }
    svg {
      inline-size: 26px;
      block-size: 8px;
      margin-inline-end: 0.4rem;
      stroke: var(--arc);
      stroke-width: 2;
    }
    .second svg {
      stroke: var(--query);
      stroke-dasharray: 6 6;
    }
    @media print {
      .word label:has(select) {
        display: none;
      }
    }
  `,
];
