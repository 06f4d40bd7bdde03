/** `<attention-number-matrix>`: all numbers of one matrix as colors; a number, a row, a column or all can be chosen. */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import type { StoryMatrix } from '../../../model/stages/matrices';
import '../../../words/add-story';
import { define } from '../../base/define';
import { hasModifier } from '../../input/has-modifier';
import { PaintedView } from '../../base/painted-view';
import { sender } from '../../base/sender';
import { cellAfter } from '../../views/cell-cursor';
import '../../save/attention-save';
import '../../views/attention-table';
import { matrixSaved } from './story-saved';
import { cellLabel, matrixReadout } from './matrix-readout';
import { matrixTable } from './matrix-table';
import { paintNumbers } from './matrix-numbers';
import { paintGradients, paintValues } from './matrix-colors';
import { numberDrag } from '../editor/number-drag';
import type { NumberEntry } from '../editor/number-editor';
import { kMaxHeight, kRow, matrixStyles } from './number-matrix.styles';
import { equalLists } from '../../base/equal-lists';
import { clampIndex } from '../../base/clamp-index';

/** The width of a column, in pixels. */
const kMinCell = 9;
const kMaxCell = 120;
const kScrollbar = 12;
/** The width of a character of a column's name, and the maximum width of a name. */
const kLetter = 8;
const kMaxName = 48;

interface Cell {
  readonly row: number;
  readonly column: number;
}

/** A cell; a whole row, a whole column or all where the other is null. */
export interface MatrixPlace {
  readonly row: number | null;
  readonly column: number | null;
}

/** A cell and its new number. */
export interface MatrixNumber {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

interface MatrixEvents {
  'attention-matrix-choose': MatrixPlace;
  'attention-matrix-change': MatrixNumber;
  'attention-matrix-end': NumberEntry;
  'attention-matrix-close': null;
  'attention-matrix-edit': { readonly typed: string | undefined };
}

const send = sender<MatrixEvents>({});

/**
 * @fires {CustomEvent<MatrixPlace>} attention-matrix-choose - when another cell is chosen
 * @fires {CustomEvent<MatrixNumber>} attention-matrix-change - of the cell that is dragged
 * @fires {CustomEvent<NumberEntry>} attention-matrix-end - after a drag: whether the number stays
 * @fires {CustomEvent} attention-matrix-close - when the visitor closes the matrix
 * @fires {CustomEvent<{ typed: string | undefined }>} attention-matrix-edit - of the chosen cells
 */
export class AttentionNumberMatrix extends PaintedView {
  static override styles = matrixStyles;

  @property({ attribute: false }) matrix: StoryMatrix | undefined;
  @property() label = '';
  @property({ attribute: false }) rowNames: readonly string[] = [];
  @property({ attribute: false }) columnNames: readonly string[] = [];
  /** The chosen cell, row or column. */
  @property({ attribute: false }) chosen: MatrixPlace | undefined;
  /** The increment of a drag. */
  @property({ type: Number }) step = 0.1;
  /** The largest gradient of the story. */
  @property({ type: Number }) steepest = 0;
  /** Random parameters: gray. */
  @property({ type: Boolean, reflect: true }) untrained = false;
  /** The heading above the matrix. */
  @property({ attribute: false }) heading: unknown;
  /** The width of the names of rows, in pixels. */
  @property({ type: Number }) namesWidth = 104;
  /** The width that there is for it. */
  @property({ type: Number }) room = 800;
  /** The keyboard's cursor. */
  @state() private cursor = { row: 0, column: 0 };
  @state() private pointed: Cell | undefined;
  #painted: readonly unknown[] = [];
  readonly #drag = numberDrag<Cell>(this, {
    numberUnder: (event) => {
      const place = this.#at(event);
      const value = this.matrix!.values[place.row * this.matrix!.columns + place.column]!;
      return { cell: event.currentTarget as HTMLElement, place, value, step: this.step };
    },
    change: ({ row, column }, value) => {
      if (this.chosen?.row !== row || this.chosen.column !== column) this.#choose({ row, column });
      send(this, 'attention-matrix-change', { row, column, value });
    },
    end: (isKept) => send(this, 'attention-matrix-end', { isKept }),
  });

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('.grid')?.focus();
  }

  /** The width of a column, in pixels. */
  get #cell(): number {
    const { rows, columns } = this.matrix!;
    const scrollbar = (rows + 1) * kRow > kMaxHeight ? kScrollbar : 0;
    const fits = (this.room - this.namesWidth - scrollbar) / columns;
    return Math.max(kMinCell, Math.min(kMaxCell, fits));
  }

  /** Every how many columns one is labeled, so that the names fit. */
  get #every(): number {
    const letters = Math.max(0, ...this.columnNames.map((name) => name.length));
    return Math.max(1, Math.ceil(Math.min(kMaxName, (letters + 1) * kLetter) / this.#cell));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { chosen, cursor, matrix } = this;
    if (!matrix) return;
    const before = changed.get('matrix');
    // The pointer rests where it was, which is another cell or none.
    if (before && (before.rows !== matrix.rows || before.columns !== matrix.columns))
      this.pointed = undefined;
    const row = clampIndex(chosen?.row ?? cursor.row, matrix.rows);
    const column = clampIndex(chosen?.column ?? cursor.column, matrix.columns);
    if (row !== cursor.row || column !== cursor.column) this.cursor = { row, column };
  }

  protected override render() {
    const { matrix } = this;
    if (!matrix) return nothing;
    const { story } = this.words;
    return html`<div class="top">
        <h3>${this.heading}</h3>
        <button type="button" @click=${() => send(this, 'attention-matrix-close', null)}>
          ${story.closeMatrix}
        </button>
      </div>
      <div class="frame" @scroll=${() => this.#paintNumbers()}>
        <div class="inside">
          <div class="corner" @click=${() => this.#choose({ row: null, column: null })}></div>
          ${this.#columnNames()} ${this.#rowNames(matrix)} ${this.#grid(matrix)}
        </div>
      </div>
      <p class="readout">${this.#readout(matrix)}</p>
      <p id="keys">${story.matrixKeys}</p>
      <div class="table-and-save">
        <attention-table
          label=${story.table(this.label)}
          .content=${() => matrixTable(matrix, this.#names, this.cursor.row, this.words)}
        ></attention-table>
        <attention-save
          label=${this.label}
          .content=${() => matrixSaved({ ...this.#names, matrix, untrained: this.untrained })}
        ></attention-save>
      </div>`;
  }

  /** The names of the columns, or of every few of them. */
  #columnNames() {
    const { columnNames } = this;
    const every = this.#every;
    return html`<div class="across ${every > 1 ? 'some' : ''}" aria-hidden="true">
      ${guard([every, ...columnNames], () =>
        columnNames.map(
          (name, column) =>
            html`<span title=${name} @click=${() => this.#choose({ row: null, column })}
              ><bdi>${column % every === 0 ? name : ''}</bdi></span
            >`,
        ),
      )}
    </div>`;
  }

  #rowNames({ marked }: StoryMatrix) {
    const { rowNames } = this;
    return html`<div class="down" aria-hidden="true">
      ${guard([marked, ...rowNames], () =>
        rowNames.map(
          (name, row) =>
            html`<span
              class=${row === marked ? 'marked' : ''}
              title=${name}
              @click=${() => this.#choose({ row, column: null })}
              ><bdi>${name}</bdi></span
            >`,
        ),
      )}
    </div>`;
  }

  /** The numbers are painted. Only the cursor's cell is an element. */
  #grid(matrix: StoryMatrix) {
    const { cursor } = this;
    return html`<div
      class="grid cells"
      role="grid"
      tabindex="0"
      aria-label=${this.label}
      aria-describedby="keys"
      aria-rowcount=${matrix.rows}
      aria-colcount=${matrix.columns}
      aria-activedescendant="here"
      @keydown=${(event: KeyboardEvent) => this.#key(event)}
      @click=${(event: MouseEvent) => this.#drag.hasMoved || this.#choose(this.#at(event))}
      @dblclick=${() => this.#edit(undefined)}
      @pointerdown=${this.#drag.start}
      @pointermove=${(event: PointerEvent) => this.#point(event)}
      @pointerleave=${() => (this.pointed = undefined)}
      @focus=${() => this.chosen ?? this.#choose(this.cursor)}
    >
      <canvas class="values" aria-hidden="true"></canvas>
      <canvas class="gradients" aria-hidden="true"></canvas>
      <canvas class="numbers" aria-hidden="true"></canvas>
      <div role="row" aria-rowindex=${cursor.row + 1}>
        <div
          id="here"
          class="cursor"
          role="gridcell"
          aria-colindex=${cursor.column + 1}
          aria-selected="true"
          aria-label=${cellLabel(matrix, this.#names, cursor, this.words)}
        ></div>
      </div>
    </div>`;
  }

  #readout(matrix: StoryMatrix) {
    const { chosen, pointed } = this;
    const single =
      chosen && chosen.row !== null && chosen.column !== null
        ? { row: chosen.row, column: chosen.column }
        : undefined;
    const cell = pointed ?? single;
    return cell ? matrixReadout(matrix, this.#names, cell, this.words) : nothing;
  }

  protected override updated(): void {
    const { matrix } = this;
    if (!matrix) return;
    const { dark } = this.canvasColors;
    const cell = this.#cell;
    const canvasOf = (name: string) =>
      this.renderRoot.querySelector<HTMLCanvasElement>(`canvas.${name}`)!;
    // A large matrix is painted again only when it has changed.
    const under = canvasOf('values');
    const painted = [under, matrix.values, cell, dark];
    if (!equalLists(painted, this.#painted)) {
      paintValues(under, matrix, { cell, dark });
      this.#painted = painted;
    }
    const gradients = canvasOf('gradients');
    gradients.hidden = matrix.gradients === undefined;
    if (matrix.gradients)
      paintGradients(gradients, matrix, matrix.gradients, { cell, dark, steepest: this.steepest });
    const { style } = this.renderRoot.querySelector<HTMLElement>('.inside')!;
    style.setProperty('--names', `${this.namesWidth}px`);
    style.setProperty('--cell', `${cell}px`);
    style.setProperty('--name', `${cell * this.#every}px`);
    this.#paintNumbers();
    const cursor = this.renderRoot.querySelector<HTMLElement>('.cursor')!;
    cursor.classList.toggle('idle', !this.chosen);
    Object.assign(cursor.style, this.#frame());
  }

  get #names() {
    const { rowNames, columnNames } = this;
    return { rowNames, columnNames };
  }

  /** Draws numbers in the visible part. */
  #paintNumbers(): void {
    const { matrix } = this;
    if (!matrix) return;
    const canvas = this.renderRoot.querySelector<HTMLCanvasElement>('canvas.numbers')!;
    const {
      scrollLeft: left,
      scrollTop: top,
      clientWidth,
      clientHeight,
    } = this.renderRoot.querySelector('.frame')!;
    const cell = this.#cell;
    const width = Math.min(clientWidth - this.namesWidth, matrix.columns * cell - left);
    const height = Math.min(clientHeight - kRow, matrix.rows * kRow - top);
    paintNumbers(canvas, matrix, { left, top, width, height, cell }, this.canvasColors);
  }

  /** Draws a frame around the selection. */
  #frame() {
    const { chosen, matrix, cursor } = this;
    const cell = this.#cell;
    const { row, column } = chosen ?? cursor;
    const { rows, columns } = matrix!;
    const [left, width] = column === null ? [0, columns] : [column, 1];
    const [top, height] = row === null ? [0, rows] : [row, 1];
    return {
      left: `${left * cell}px`,
      width: `${width * cell}px`,
      top: `${top * kRow}px`,
      height: `${height * kRow}px`,
    };
  }

  #at(event: MouseEvent): Cell {
    const { left, top } = this.renderRoot.querySelector('.grid')!.getBoundingClientRect();
    const { rows, columns } = this.matrix!;
    return {
      row: clampIndex(Math.floor((event.clientY - top) / kRow), rows),
      column: clampIndex(Math.floor((event.clientX - left) / this.#cell), columns),
    };
  }

  /** The dragged number stays in the readout, wherever the pointer is. */
  #point(event: PointerEvent): void {
    const { isPressed, hasMoved } = this.#drag;
    this.pointed = isPressed && hasMoved ? undefined : this.#at(event);
  }

  #key(event: KeyboardEvent): void {
    const whole = wholeChosen(event, this.cursor);
    if (whole) {
      event.preventDefault();
      this.#choose(whole);
      return;
    }
    if (hasModifier(event)) return;
    const next = cellAfter(event, this.cursor, this.cursor, {
      rows: this.matrix!.rows,
      columns: this.matrix!.columns,
      data: this.matrix!.values,
    });
    if (next) {
      event.preventDefault();
      this.#choose(next);
      this.#show(next);
    } else if (event.key === 'Enter' || event.key === 'F2' || /^[-\d.,]$/.test(event.key)) {
      event.preventDefault();
      this.#edit(event.key.length === 1 ? event.key : undefined);
    }
  }

  /** Scrolls the cell into the frame. */
  #show({ row, column }: Cell): void {
    const frame = this.renderRoot.querySelector('.frame')!;
    const cell = this.#cell;
    const [left, top] = [column * cell, row * kRow];
    const right = left + cell - (frame.clientWidth - this.namesWidth);
    const bottom = top + 2 * kRow - frame.clientHeight;
    frame.scrollLeft = Math.max(right, Math.min(frame.scrollLeft, left));
    frame.scrollTop = Math.max(bottom, Math.min(frame.scrollTop, top));
  }

  #choose(place: MatrixPlace): void {
    this.chosen = place;
    send(this, 'attention-matrix-choose', place);
  }

  #edit(typed: string | undefined): void {
    send(this, 'attention-matrix-edit', { typed });
  }
}

/** The row, the column or all that the keys of a spreadsheet choose. */
function wholeChosen(event: KeyboardEvent, { row, column }: Cell): MatrixPlace | undefined {
  const isControl = event.ctrlKey || event.metaKey;
  if (event.key === ' ' && event.shiftKey) return { row, column: null };
  if (event.key === ' ' && isControl) return { row: null, column };
  if (event.key.toLowerCase() === 'a' && isControl) return { row: null, column: null };
  return undefined;
}

define('attention-number-matrix', AttentionNumberMatrix);
