/** The grid of a story: the words, and below them the rows of the stages, which scroll with them. */
import { html } from 'lit';
import type { EditPlace } from '../../model/edits/edits';
import type { NumberDrag } from './editor/number-drag';
import { sentenceRow, storyRows, type StoryRows } from './rows/story-rows';
import type { WordsInSight } from './rows/words-in-sight';
import type { StoryCursor } from './story-cursor';

interface Controllers {
  readonly cursor: StoryCursor;
  readonly drag: NumberDrag<EditPlace>;
  readonly words: WordsInSight;
}

export const storyGrid = (rows: StoryRows, { cursor, drag, words }: Controllers) =>
  html`<div
    role="grid"
    aria-label=${rows.words.story.label}
    @focusin=${cursor.enter}
    @keydown=${cursor.press}
    @pointerdown=${drag.start}
    @pointermove=${drag.move}
    @pointerup=${drag.end}
    @pointercancel=${drag.end}
  >
    ${sentenceRow(rows, words)}
    <div class="scroll" role="none" @scroll=${words.follow} @scrollend=${words.align}>
      <div class="rows" role="none">
        ${storyRows(rows)}
        <div class="shades"></div>
      </div>
    </div>
  </div>`;
