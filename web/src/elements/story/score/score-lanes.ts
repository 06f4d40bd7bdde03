/** Lays out the lanes of a score for painting. */
import { cellColor, reachOf, type StoryLane } from '../../../draw/pictures/story-lane';
import { type Line, nextHead } from '../../../model/stages/lines';
import { firstAcross, kNamedCell, laneGeometry, spanOf, type Columns } from './score-layout';
import type { Score } from './story-score';

/** Pixels of a cell that has room for its label and its number. */
const kLabelled = 56;

/** Sets the sizes and colours of each lane's cells, and returns what its canvas shows. */
export function scoreLanes(
  root: ParentNode,
  score: Score,
  columns: Columns,
  steepest: number,
): Map<HTMLCanvasElement, StoryLane> {
  const { query, gradients } = score.story;
  const lines = new Map([...score.lines.values()].flat().map((line) => [line.key, line]));
  const lanes = new Map<HTMLCanvasElement, StoryLane>();
  for (const element of root.querySelectorAll<HTMLElement>('.lane[data-line]')) {
    const line = lines.get(element.dataset['line']!)!;
    const { kind, values, before, slopes } = line;
    const geometry = laneGeometry(line, columns);
    const across = score.across(line);
    const followed = firstAcross(score.followed(line), across);
    const reach = reachOf(values);
    element.querySelectorAll<HTMLElement>('.cells.one .cell').forEach((cell, i) => {
      cell.style.setProperty('--fill', cellColor(values[followed + i]!, reach, score));
    });
    element.style.setProperty('--span', `${spanOf(line, columns)}`);
    element.style.setProperty('--cell', `${geometry.cell - 2}px`);
    element.toggleAttribute('data-tight', kind === 'wide' && geometry.cell < kLabelled);
    element.toggleAttribute('data-snug', kind === 'wide' && geometry.cell < kNamedCell);
    element.style.setProperty('--slot', `${geometry.pitch}px`);
    element.style.setProperty('--start', `${kind === 'chosen' ? query * columns.pitch : 0}px`);
    lanes.set(element.querySelector('canvas')!, {
      ...geometry,
      ...{ values, slopes, followed, across, steepest },
      before: kind === 'bars' ? before : undefined,
      ink: kind === 'bars' ? inkOf(line, score) : 1,
      hasSlopes: gradients !== undefined,
      split: score.split,
    });
  }
  return lanes;
}

/** How much the head of these weights has learned. */
function inkOf({ key }: Line, { inks, story }: Score): number {
  const isNext = key === 'next_layer';
  return inks[story.layer + Number(isNext)]?.[isNext ? nextHead(story) : story.head] ?? 1;
}
