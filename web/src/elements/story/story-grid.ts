/** The grid of a story: the words, and below them the rows of the stages, which scroll with them. */
import { html } from 'lit';
import type { PointerDrag } from '../input/pointer-drag';
import { sentenceRow, storyRows, type StoryRows } from './rows/story-rows';
import type { WordsInSight } from './rows/words-in-sight';
import type { StoryCursor } from './story-cursor';

interface Controllers {
  readonly cursor: StoryCursor;
  readonly drag: PointerDrag;
  readonly words: WordsInSight;
}

export const storyGrid = (rows: StoryRows, { cursor, drag, words }: Controllers) =>
  html`<div
    role="grid"
    aria-label=${rows.words.story.label}
    @focusin=${cursor.enter}
    @keydown=${cursor.press}
    @pointerdown=${drag.start}
  >
    ${sentenceRow(rows, words)}
    <div class="scroll" role="none" @scroll=${words.follow} @scrollend=${words.align}>
      <div class="rows" role="none">
        ${storyRows(rows)}
        <div class="shades"></div>
      </div>
    </div>
  </div>`;
