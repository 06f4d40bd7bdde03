/**
 * Styles of `<attention-trained>` in addition to those of the training page. The examples are as high as two sentences from
 * the start, so that nothing moves when they appear; the tools below a sentence may be as wide as its row. If the
 * element is as wide as a very wide page, the margin holds the names of the heads; if not, they need some room below the
 * text above.
 */
import { css } from 'lit';
import { kBeside, kInLine } from '../styles/columns.styles';
import { segments } from '../parts/segments';
import { trainingStyles } from '../training/attention-training.styles';
import { playButton } from '../training/play-button';
import { filmFrame } from './film-frame';

export const trainedStyles = [
  trainingStyles,
  segments.styles,
  playButton.styles,
  filmFrame.styles,
  css`
    :host {
      --attention-film: 7.75rem;
    }
    .question {
      align-items: start;
      padding-block-start: 0.75rem;
    }
    .question .muted {
      margin: 0;
    }
    h1 {
      margin: 0;
      font: 400 2.25rem/1.22 var(--serif);
      letter-spacing: -0.015em;
    }
    em:not(.other) {
      color: var(--query);
    }
    .intro {
      max-inline-size: 46rem;
      margin: 0.1rem 0 0;
      font: 400 1.125rem/1.5 var(--serif);
    }
    .late {
      display: none;
    }
    .examples {
      min-block-size: 32rem;
      margin-block: 0 0.5rem;
    }
    .examples .row + .row {
      margin-block-start: 0.25rem;
    }
    @container (width >= ${kBeside}) {
      .row {
        --attention-tools-width: calc(100% + 18.5rem);
      }
    }
    @container (width >= ${kInLine}) {
      .examples {
        margin-block-start: 0.375rem;
      }
    }
    @media (min-width: 96rem) {
      @container (width >= 80rem) {
        .examples {
          margin-block-start: 0;
        }
        .examples:has(~ .film) {
          --attention-layer-start: -3.75rem;
          --attention-layer-width: 3.6rem;
          --attention-layer-wrap: normal;
          --attention-layer-across: 70px;
        }
      }
    }
    .choice.first {
      display: none;
    }
    .choice.of-story {
      margin-block-end: 0.75rem;
    }
    .film {
      min-block-size: 11rem;
      padding-block: 0.75rem;
    }
    .film p {
      margin: 0;
    }
    .head .off {
      display: grid;
      > * {
        grid-area: 1 / 1;
      }
      > :last-child {
        visibility: hidden;
      }
    }
    .run {
      display: grid;
      grid-template-columns: 8.25rem minmax(0, 1fr);
      gap: 0.5rem 1.25rem;
    }
    .tabs {
      display: flex;
      gap: 0.9rem;
      margin-block: 0.5rem 0.35rem;
    }
    .run a {
      display: block;
    }
    a {
      color: var(--ink);
      text-decoration-color: var(--muted);
      text-underline-offset: 0.3em;
    }
    .tab {
      padding: 0.2rem 0;
      border: 0;
      background: none;
      color: var(--muted);
    }
    .tab[aria-pressed='true'] {
      color: var(--ink);
      text-decoration: underline 2px;
      text-underline-offset: 0.5em;
    }
    .model {
      border-block: 1px solid var(--line);
    }
    .model select {
      padding: 0.1rem 0;
      border-block-end: 1px dotted var(--pencil);
      background: none;
      font-size: 0.875rem;
    }
    .model option {
      background: var(--paper);
    }
    .own {
      border-block-start: 0;
    }
    /* About as high as the content that loads later, so that little moves. */
    section[data-part] {
      min-block-size: 22rem;
    }
    section.story {
      min-block-size: 72rem;
    }
    section.matrices {
      min-block-size: 52rem;
    }
    @container (width < ${kBeside}) {
      .examples .row + .row {
        margin-block-start: 1rem;
      }
      .question .muted {
        display: none;
      }
      h1 {
        font-size: 1.75rem;
      }
    }
    @container (width < ${kInLine}) {
      .question .intro {
        display: none;
      }
      .late {
        display: block;
        padding-block: 0.5rem 1rem;
      }
      .choice.first {
        display: block;
        margin-block: 0.5rem 0.25rem;
      }
      .examples .row {
        row-gap: 0.25rem;
      }
      .examples {
        min-block-size: 36rem;
      }
      .other {
        display: none;
      }
      .run {
        grid-template-columns: minmax(0, 1fr);
      }
      .run > div:first-child {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.25rem 1.1rem;
      }
      .tabs {
        margin: 0;
      }
    }
    @media print {
      /* Paper has no controls. */
      .play,
      .tabs,
      .run :is(a, p),
      .choice,
      .model label,
      .model:not(:has([data-some])),
      .own:not(:has(.row)),
      .own > :not(.row),
      [data-part]:has(> :not(:defined)) {
        display: none;
      }
      .row,
      .film,
      section:not(.story) {
        break-inside: avoid;
      }
      h2 {
        break-after: avoid;
      }
    }
    @media (pointer: coarse) {
      .tab,
      .model select {
        min-block-size: 2.75rem;
      }
    }
  `,
];
