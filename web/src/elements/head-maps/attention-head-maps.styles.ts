/** Styles of the maps of `<attention-head-maps>`, grouped by layer. */
import { css } from 'lit';
import { hatchedStyles } from './hatched.styles';
import { tableAndSave } from '../save/table-and-save.styles';

export const headMapsStyles = [
  tableAndSave,
  hatchedStyles,
  css`
    @media print {
      :host {
        break-inside: avoid;
      }
      .switch {
        visibility: hidden;
      }
    }
    :host {
      font-size: 0.875rem;
      line-height: 1.25rem;
    }
    .groups,
    .heads {
      display: flex;
      flex-wrap: wrap;
      gap: 0.75rem 1rem;
    }
    .groups {
      gap: 0.75rem 2.25rem;
    }
    .title {
      margin: 0 0 0.25rem;
      font: italic 0.875rem/1.25rem var(--serif);
      color: var(--muted);
    }
    .head {
      position: relative;
      inline-size: 6.5rem;
    }
    .many .head {
      inline-size: 4.75rem;
    }
    .note {
      margin-inline-start: 0.75rem;
      font: 0.875rem/1.25rem var(--sans);
    }
    button {
      display: block;
      inline-size: 100%;
      padding: 0;
      border: 0;
      border-radius: 2px;
      background: none;
      text-align: start;
      font-size: inherit;
    }
    .map {
      position: relative;
      display: block;
    }
    canvas {
      display: block;
      inline-size: 100%;
      aspect-ratio: 1;
      image-rendering: pixelated;
      border-radius: 1px;
    }
    button:hover .map {
      box-shadow: 0 0 0 1px var(--pencil);
    }
    [aria-pressed='true'] > .map {
      box-shadow: 0 0 0 2px var(--ink);
    }
    /* The row of the query word. */
    .tick {
      position: absolute;
      inset-block-start: calc((var(--row) + 0.5) / var(--rows) * 100% - 1px);
      left: -7px;
      inline-size: 5px;
      block-size: 2px;
      background: var(--query);
    }
    .chip {
      display: block;
      min-block-size: 2.85rem;
      padding-block-start: 0.35rem;
      padding-inline-end: 2rem;
      overflow-wrap: anywhere;
      color: var(--muted);
    }
    .named .chip {
      color: var(--arc);
      font-weight: 600;
    }
    .score {
      display: block;
      font-weight: 400;
      color: var(--muted);
    }
    .off .chip {
      text-decoration: line-through;
    }
    .switch {
      position: absolute;
      inset-block-end: 1.65rem;
      inset-inline-end: 0;
      inline-size: 1.625rem;
      block-size: 0.875rem;
      border: 1px solid var(--muted);
      border-radius: 1rem;
    }
    .switch::before {
      content: '';
      position: absolute;
      inset: 1px auto 1px 1px;
      aspect-ratio: 1;
      border: 1px solid var(--muted);
      border-radius: 50%;
    }
    .switch[aria-pressed='true']::before {
      inset-inline: auto 1px;
      background: var(--muted);
    }
    /* A larger target. */
    .switch::after {
      content: '';
      position: absolute;
      inset: -0.4rem -0.25rem -1rem;
    }
    .switch:hover {
      border-color: var(--ink);
    }
    .legend {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0 0.5rem;
      margin-block-start: 0.5rem;
      color: var(--muted);
    }
    .legend canvas {
      inline-size: 128px;
      block-size: 10px;
      aspect-ratio: auto;
    }
    .readout bdi {
      color: var(--ink);
    }
    .readout {
      margin: 0;
      min-block-size: 1.25rem;
      color: var(--muted);
      overflow-wrap: anywhere;
    }
    .many .chip {
      padding-inline-end: 0;
      margin-block-end: 1.25rem;
    }
    .many .switch {
      inset-block-end: 0;
      inset-inline: 0 auto;
    }
    .groups {
      container-type: inline-size;
    }
    @container (min-width: 52rem) {
      .many > * {
        inline-size: 100%;
      }
      .many .heads {
        display: grid;
        grid-template-columns: repeat(var(--heads), minmax(0, 1fr));
        gap: 0.5rem;
      }
      .many .head {
        inline-size: auto;
      }
    }
    @media (max-width: 37.5rem) {
      .heads {
        gap: 0.5rem 0.6rem;
      }
      .heads .head {
        inline-size: 4.5rem;
      }
      .heads .chip {
        padding-inline-end: 0;
        margin-block-end: 1.25rem;
      }
      .heads .switch {
        inset-block-end: 0;
        inset-inline: 0 auto;
      }
    }
    @media (forced-colors: active) {
      [aria-pressed='true'] > .map {
        outline: 2px solid Highlight;
      }
      .switch[aria-pressed='true']::before {
        background: ButtonText;
      }
    }
  `,
];
