/** The stage that a story shows: the one that the visitor has scrolled to, or the chosen one. */
import { matricesOf, type StoryMatrix, type StoryParameters } from '../../model/stages/matrices';
import type { Story } from '../../model/stages/lines';
import type { StageName } from '../../model/stages/stages';

export interface ShownStage {
  readonly stage: StageName;
  /** The matrices of this stage. */
  readonly matrices: readonly StoryMatrix[];
  /** The open matrix, which is of the chosen stage. */
  readonly open: StoryMatrix | undefined;
}

interface Choice {
  readonly chosen: StageName;
  readonly scrolled: StageName | undefined;
  /** The name of the matrix to open. */
  readonly matrix: string | undefined;
  readonly parameters: StoryParameters | undefined;
}

/** While a matrix is open, the chosen stage stays: a line is inserted for the matrix, so another stage would move lines. */
export function shownStage(
  story: Story,
  stages: readonly StageName[],
  { chosen, scrolled, matrix, parameters = { now: {}, learned: {} } }: Choice,
): ShownStage {
  const among = (stage: StageName) => (stages.includes(stage) ? stage : 'weights');
  const matricesAt = (stage: StageName) => matricesOf(stage, story, parameters);
  const ofChosen = matricesAt(among(chosen));
  const open = ofChosen.find(({ name }) => name === matrix);
  const stage = among((!open && scrolled) || among(chosen));
  const matrices = stage === among(chosen) ? ofChosen : matricesAt(stage);
  return { stage, matrices, open };
}
