/** Lays out the lanes of a story for painting. */
import { cellColor, reachOf, type StoryLane } from '../../../draw/pictures/story-lane';
import { type Line, headInNextLayer } from '../../../model/stages/lines';
import { firstAcross, kNamedCell, laneGeometry, spanOf, type Columns } from './story-layout';
import type { StoryRows } from './story-rows';

/** Pixels of a cell that has room for its label and its number. */
const kLabeled = 56;

/** Sets the sizes and colors of each lane's cells, and returns what its canvas shows. */
export function storyLanes(
  root: ParentNode,
  rows: StoryRows,
  columns: Columns,
  steepest: number,
): Map<HTMLCanvasElement, StoryLane> {
  const { query, gradients } = rows.story;
  const lines = new Map([...rows.lines.values()].flat().map((line) => [line.key, line]));
  const lanes = new Map<HTMLCanvasElement, StoryLane>();
  for (const element of root.querySelectorAll<HTMLElement>('.lane[data-line]')) {
    const line = lines.get(element.dataset['line']!)!;
    const { kind, values, before } = line;
    const geometry = laneGeometry(line, columns);
    const across = rows.across(line);
    const followed = firstAcross(rows.followed(line), across);
    const reach = reachOf(values);
    element.querySelectorAll<HTMLElement>('.cells.one .cell').forEach((cell, i) => {
      cell.style.setProperty('--fill', cellColor(values[followed + i]!, reach, rows));
    });
    element.style.setProperty('--span', `${spanOf(line, columns)}`);
    element.style.setProperty('--cell', `${geometry.cell - 2}px`);
    element.toggleAttribute('data-tight', kind === 'wide' && geometry.cell < kLabeled);
    element.toggleAttribute('data-snug', kind === 'wide' && geometry.cell < kNamedCell);
    element.style.setProperty('--slot', `${geometry.pitch}px`);
    element.style.setProperty('--start', `${kind === 'chosen' ? query * columns.pitch : 0}px`);
    lanes.set(element.querySelector('canvas')!, {
      ...geometry,
      values,
      gradients: line.gradients,
      followed,
      across,
      steepest,
      before: kind === 'bars' ? before : undefined,
      ink: kind === 'bars' ? inkOf(line, rows) : 1,
      hasGradients: gradients !== undefined,
      split: rows.split,
    });
  }
  return lanes;
}

/** How much the head of these weights has learned. */
function inkOf({ key }: Line, { inks, story }: StoryRows): number {
  const isNext = key === 'next_layer';
  return inks[story.layer + Number(isNext)]?.[isNext ? headInNextLayer(story) : story.head] ?? 1;
}
