/** The matrices of the current stage: buttons that open them, and the open one. */
import { html, nothing, type LitElement } from 'lit';
import { fieldName, type EditPlace } from '../../../model/edits/edits';
import type { AxisMeaning, StoryMatrix } from '../../../model/stages/matrices';
import type { MatrixNumber, MatrixPlace } from './number-matrix';
import { symbols, type NameContext } from '../names/number-name';
import { symbolText } from '../names/stage-symbols';
import type { NumberEntry } from '../editor/number-editor';
import type { StoryEditing } from '../editor/story-editing';
import { problemLine } from '../../parts/problem-line';

/** The width of the rows' names if the stages' names are above their lines. */
const kNames = 104;

/** The fields, written like in the formulas. */
const fields: Readonly<Record<string, string>> = {
  q: 'Q',
  k: 'K',
  v: 'V',
  scores: 'S',
  masked_scores: 'S + M',
  weights: 'A',
  context: 'C',
};

function symbolOf({ name, isParameter }: StoryMatrix): string | undefined {
  const field = name.slice(name.lastIndexOf('.') + 1);
  return (isParameter ? symbols : fields)[field];
}

/** The name of a matrix where the stage is known. */
const matrixTitle = (matrix: StoryMatrix, stage: string): string => symbolOf(matrix) ?? stage;

interface Choice {
  readonly matrices: readonly StoryMatrix[];
  readonly stage: string;
  readonly open: string | undefined;
  readonly naming: NameContext;
  readonly toggle: (name: string) => void;
}

export function matrixButtons({ matrices, stage, open, naming, toggle }: Choice) {
  if (matrices.length === 0) return nothing;
  const { story } = naming.words;
  // Buttons are named by their visible text, which has no underscore.
  return html`<div class="tools" role="group" aria-label=${story.matrices}>
    <span>${story.matrices}</span>
    ${matrices.map((matrix) => {
      const { name, rows, columns } = matrix;
      return html`<button
        type="button"
        class="plain-button"
        data-matrix=${name}
        aria-expanded=${name === open}
        aria-label=${story.matrix(matrixTitle(matrix, stage).replace('_', ''), rows, columns)}
        @click=${() => toggle(name)}
      >
        ${symbolOf(matrix) ? symbolText(symbolOf(matrix)!) : stage}
      </button>`;
    })}
  </div>`;
}

/** The code of an open matrix. */
export class MatrixCode {
  /** Whether it could not be loaded. */
  isMissing = false;

  constructor(private readonly host: LitElement) {}

  /** Without a network the next update tries again. */
  load(): void {
    import('./number-matrix').then(
      () => this.#set(false),
      () => this.#set(true),
    );
  }

  #set(isMissing: boolean): void {
    if (isMissing === this.isMissing) return;
    this.isMissing = isMissing;
    this.host.requestUpdate();
  }
}

interface Open {
  readonly matrix: StoryMatrix;
  readonly code: MatrixCode;
  readonly stage: string;
  readonly editing: StoryEditing;
  readonly naming: NameContext;
  readonly steepest: number;
  /** The increment of a drag. */
  readonly step: number;
  /** The width of the stages' names; 0 if they are above their lines. */
  readonly label: number;
  readonly room: number;
  readonly close: () => void;
  readonly untrained: boolean;
}

export function openMatrix(open: Open) {
  const { matrix, code, stage, naming, steepest, step, room, label, untrained, editing } = open;
  const { active } = editing;
  code.load();
  const { rows, columns, rowsAre, columnsAre } = matrix;
  const { lab, story } = naming.words;
  return html`<div role="row" class="inline-note">
    <div role="gridcell">
      <attention-number-matrix
        ?untrained=${untrained}
        .matrix=${matrix}
        label=${story.matrix(matrixTitle(matrix, stage), rows, columns)}
        .heading=${html`${symbolOf(matrix) ? symbolText(symbolOf(matrix)!) : stage} <span>${rows} × ${columns}</span>`}
        .rowNames=${headings(rowsAre, rows, naming)}
        .columnNames=${headings(columnsAre, columns, naming)}
        .chosen=${chosenIn(matrix, active)}
        .steepest=${steepest}
        .step=${step}
        .namesWidth=${label || kNames}
        .room=${room}
        @attention-matrix-close=${(event: Event) => {
          open.close();
          void focusButton(event.currentTarget as Element, matrix.name);
        }}
        @attention-matrix-choose=${({ detail }: CustomEvent<MatrixPlace>) =>
          editing.choose(
            matrix.place(detail.row, detail.column),
            matrix.place(detail.row ?? 0, detail.column ?? 0),
            true,
          )}
        @attention-matrix-change=${({
          detail: { row, column, value },
        }: CustomEvent<MatrixNumber>) => editing.change(matrix.place(row, column), { value }, true)}
        @attention-matrix-end=${({ detail }: CustomEvent<NumberEntry>) => editing.end(detail)}
        @attention-matrix-edit=${({ detail }: CustomEvent<{ typed: string | undefined }>) =>
          active && void editing.edit(active, detail.typed)}
      ></attention-number-matrix>
      ${code.isMissing ? problemLine(lab.notLoaded) : nothing}
    </div>
  </div>`;
}

/** The focus would be lost with the matrix. */
async function focusButton(view: Element, name: string): Promise<void> {
  const root = view.getRootNode() as ShadowRoot;
  await (root.host as LitElement).updateComplete;
  root.querySelector<HTMLElement>(`[data-matrix="${name}"]`)?.focus();
}

function headings(meaning: AxisMeaning, count: number, naming: NameContext): readonly string[] {
  switch (meaning.kind) {
    case 'words':
      return naming.placed[meaning.side];
    case 'vocabulary':
      return naming.inputs[meaning.side];
    case 'answers':
      return naming.vocabulary;
    case 'one':
      return [''];
    case 'dimensions':
    case 'numbers':
      return Array.from({ length: count }, (_, i) => `${(meaning.first ?? 0) + i + 1}`);
  }
}

/** The row and column of the active place, if it is in this matrix. */
function chosenIn(matrix: StoryMatrix, active: EditPlace | undefined): MatrixPlace | undefined {
  if (!active || fieldName(active) !== matrix.name) return undefined;
  const { index } = active;
  const sample = matrix.place(0, 0).index;
  if (sample.slice(0, -2).some((at, axis) => at !== index[axis])) return undefined;
  const { rows, columns } = matrix;
  const row = index.length < 2 ? 0 : indexInPart(index.at(-2)!, sample.at(-2)!, rows);
  const column = indexInPart(index.at(-1)!, sample.at(-1)!, columns);
  return row === undefined || column === undefined ? undefined : { row, column };
}

/** The index within a part that begins at `first`: null for all of it, undefined outside. */
function indexInPart(at: number | null, first: number, count: number): number | null | undefined {
  if (at === null) return null;
  return at >= first && at < first + count ? at - first : undefined;
}
