/** Styles of the words of a sentence above their lines. */
import { css } from 'lit';

export const sentenceStyles = css`
  .column-words {
    max-inline-size: var(--room);
    overflow: auto hidden;
    scrollbar-width: none;
    direction: ltr;
    scroll-padding-inline-start: calc(var(--label) + 4px);
    --shade-start: var(--label);
  }
  .column-words.stays {
    position: sticky;
    inset-block-start: var(--bar);
    z-index: 3;
    background: var(--paper);
  }
  .column-words .sentence {
    position: relative;
    inline-size: max-content;
    min-inline-size: 100%;
  }
  @media print {
    .column-words,
    .column-words.stays {
      position: static;
      max-inline-size: none;
      overflow: visible;
    }
  }
  .sentence {
    border-block-start: 2px solid var(--line);
  }
  .sentence [role='columnheader']:not(.label) {
    inline-size: var(--pitch);
    flex: none;
  }
  .sentence button {
    inline-size: 100%;
    min-block-size: 28px;
    padding: 0 2px;
    font: 400 var(--word, 1.125rem)/1.5rem var(--serif);
    background: none;
    border: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    text-align: center;
  }
  .sentence.other {
    padding-block-start: 0.75rem;
    border-block-start: 0;
  }
  .sentence.other > [role='gridcell'] {
    flex: none;
    inline-size: var(--pitch);
    padding-inline: 2px;
    font: 400 var(--word, 1.125rem) / 1.5rem var(--serif);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    text-align: center;
  }
  .sentence .asks button {
    color: var(--query);
    text-decoration: underline;
    text-underline-offset: 4px;
  }
`;
