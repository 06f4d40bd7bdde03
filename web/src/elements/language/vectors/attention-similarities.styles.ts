/** The layout of the texts, with the matrix of their similarities beside them. */
import { css } from 'lit';
import { tableAndSave } from '../../save/table-and-save.styles';
import { growingField } from '../base/growing-field';
import { partStyles } from '../base/part.styles';

export const similaritiesStyles = [
  tableAndSave,
  partStyles,
  growingField.styles,
  css`
    .side {
      display: flex;
      flex-wrap: wrap;
      gap: 1rem 2.5rem;
      margin-block: 0.75rem;
    }
    .texts {
      flex: 1 1 20rem;
      min-inline-size: 0;
      max-inline-size: 40rem;
    }
    /* Its open table scrolls inside it. */
    .matrix {
      min-inline-size: 0;
    }
    .text {
      display: grid;
      grid-template-columns: 1.5rem minmax(0, 1fr) auto;
      gap: 0 0.5rem;
      align-items: baseline;
    }
    .text .problem {
      grid-column: 2 / -1;
    }
    label {
      color: var(--muted);
      font-size: 0.875rem;
    }
    .field {
      min-inline-size: 0;
      font: 400 1.125rem/1.5 var(--serif);
    }
    .remove {
      min-inline-size: 2rem;
      padding: 0.15rem 0.4rem;
      border: 0;
      background: none;
      color: var(--muted);
    }
    .add {
      margin-block-start: 0.5rem;
      margin-inline-start: 2rem;
    }
    [role='row'],
    .numbers {
      display: flex;
      gap: 2px;
      margin-block-end: 2px;
    }
    .number {
      flex: none;
      inline-size: 1.25rem;
      color: var(--muted);
      font-size: 0.875rem;
      line-height: 2.75rem;
    }
    .numbers .number {
      line-height: 1.25rem;
    }
    /* As wide as the cells. */
    .numbers .over {
      flex: initial;
      inline-size: 3rem;
      min-inline-size: 0;
      text-align: center;
    }
    [role='gridcell'] {
      inline-size: 3rem;
      block-size: 2.75rem;
      padding: 0;
      border: 0;
      border-radius: 2px;
      background: var(--heat);
      color: var(--on-heat);
      print-color-adjust: exact;
    }
    [aria-selected='true'] {
      box-shadow: 0 0 0 2px var(--ink);
    }
    .matrix attention-heatmap-legend {
      margin-block: 0.5rem;
    }
    @media (forced-colors: active) {
      [role='gridcell'] {
        border: 1px solid CanvasText;
      }
      [aria-selected='true'] {
        outline: 3px solid Highlight;
      }
    }
    @media (max-width: 37.5rem) {
      .numbers .over,
      [role='gridcell'] {
        inline-size: 2.75rem;
      }
    }
    @media print {
      .add,
      .remove {
        display: none;
      }
    }
    @media (pointer: coarse) {
      .remove,
      .add {
        min-block-size: 2.75rem;
        min-inline-size: 2.75rem;
      }
    }
  `,
];
