/** `<attention-heatmap>`: one matrix as a grid, queries down and keys (or dimensions) across. */
import { css, html, nothing } from 'lit';
import { formatNumber } from '../../draw/format';
import { drawHeatmap, widestLabel } from '../../draw/heatmap';
import {
  cellUnder,
  kLabelSize,
  layoutHeatmap,
  type Cell,
  type HeatmapLayout,
} from '../../draw/heatmap-layout';
import { isMasked } from '../../draw/raster';
import { at, rowOf } from '../../tensor';
import '../files/attention-save';
import './attention-table';
import type { TableContent } from './attention-table';
import { define } from '../base/define';
import './heatmap-legend';
import { modelOf, modelOfTensor, paint, sameParts, type HeatmapModel } from './heatmap-model';
import { tell, type Field } from '../lab/lab-context';
import { LabView } from '../lab/lab-view';
import type { SaveContent } from '../files/save-content';
import { theme } from '../base/theme';
import type { Tensor } from '../../tensor';

/** A larger table would take seconds to lay out: then the followed row alone is shown. */
const kMaxTableCells = 48 * 48;
const kNoLabels: readonly string[] = [];

export class AttentionHeatmap extends LabView {
  static override properties = {
    field: { type: String },
    heading: { type: String },
    tensor: { attribute: false },
    rowLabels: { attribute: false },
    columnLabels: { attribute: false },
    query: { type: Number },
    cursor: { state: true },
    width: { state: true },
  };
  static override styles = [
    theme,
    css`
      header {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 0.75rem;
        align-items: baseline;
        justify-content: space-between;
        margin-block-end: 0.4rem;
      }
      .grid {
        position: relative;
        inline-size: fit-content;
        border-radius: 2px;
      }
      canvas {
        display: block;
        cursor: crosshair;
        touch-action: pan-x pan-y;
      }
      header span {
        font-size: 0.8125rem;
      }
      .mark {
        position: absolute;
        inset: 0 auto auto 0;
        border: 2px solid var(--query);
        pointer-events: none;
      }
      .pointed {
        border-color: var(--ink);
      }
      .said {
        min-block-size: 1.5em;
        margin: 0.3rem 0;
        font-size: 0.8125rem;
        overflow-wrap: anywhere;
      }
      :host([lit]) .grid {
        box-shadow: 0 0 0 2px var(--accent);
      }
    `,
  ];

  /** Which matrix of the lab's trace: by default the step that the lab shows. */
  declare field: Field | undefined;
  declare heading: string | undefined;
  /** Without a lab around: a literal `[query, key]` tensor, its labels and the followed row. */
  declare tensor: Tensor | undefined;
  declare rowLabels: readonly string[] | undefined;
  declare columnLabels: readonly string[] | undefined;
  declare query: number | undefined;
  /** The keyboard's cell. */
  declare cursor: Cell | null;
  declare width: number;

  readonly #sizes = new ResizeObserver(() => this.#measure());
  #model: HeatmapModel | null = null;
  #pixels: HTMLCanvasElement | null = null;
  #layout: HeatmapLayout | null = null;
  #layoutMadeOf: readonly unknown[] = [];
  #drawing: readonly unknown[] = [];

  constructor() {
    super();
    this.cursor = null;
    this.width = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  protected override willUpdate(): void {
    const { result, tensor } = this;
    if (tensor)
      this.#model = modelOfTensor(this.#model, tensor, {
        rowLabels: this.rowLabels ?? kNoLabels,
        columnLabels: this.columnLabels ?? kNoLabels,
      });
    else if (result)
      this.#model = modelOf(this.#model, result, this.field ?? result.state.step, this.words);
    const model = this.#model;
    if (model?.field) this.showLit(model.field);
    if (!model) return;
    const { rows, columns } = model.matrix;
    if (this.cursor) this.cursor = clamped(this.cursor, rows, columns);
    const hovered = this.#hovered;
    if (hovered && (hovered.row >= rows || hovered.column >= columns)) this.#hovered = null;
  }

  protected override render() {
    const model = this.#model;
    if (!model) return nothing;
    const heading = this.heading ?? model.title;
    const words = this.words.heatmap;
    const { rows, columns } = model.matrix;
    return html`
      <header>
        <h2>${heading}</h2>
        <span class="muted">${model.subtitle}</span>
      </header>
      <div
        class="grid"
        tabindex="0"
        role="application"
        aria-roledescription=${words.role}
        aria-label=${words.label(heading, rows, columns)}
        @keydown=${(event: KeyboardEvent) => this.#key(event)}
        @blur=${() => this.#leaveByKeyboard()}
        @pointerenter=${() => model.field && tell(this, 'attention-lit', model.field)}
        @pointerdown=${(event: PointerEvent) => this.#point(this.#cellAt(event))}
        @pointermove=${(event: PointerEvent) => this.#point(this.#cellAt(event))}
        @pointerleave=${(event: PointerEvent) => this.#leave(event)}
        @click=${(event: MouseEvent) => this.#follow(this.#cellAt(event))}
      >
        <canvas></canvas>
        <div class="mark followed"></div>
        <div class="mark pointed"></div>
      </div>
      <p class="said muted" aria-live=${this.cursor ? 'polite' : 'off'}>${this.#said()}</p>
      <heatmap-legend .model=${model} .dark=${this.canvasColors.dark}></heatmap-legend>
      <attention-save
        label=${heading}
        .content=${() => this.#saved(model, heading)}
      ></attention-save>
      <attention-table label=${heading} .content=${() => this.#table(model)}></attention-table>
    `;
  }

  protected override updated(): void {
    const model = this.#model;
    const canvas = this.renderRoot.querySelector('canvas');
    if (!model || !canvas || this.width === 0) return;
    const context = canvas.getContext('2d')!;
    const colors = this.canvasColors;
    const layout = this.#layoutOf(model, context);
    const query = this.#query();
    const cell = this.#cell();
    // The marks lie over the canvas. It is drawn anew only when what is on it changes: with room for
    // labels, these too.
    const rows = layout.rowLabels ? [query, cell?.row] : [];
    const columns = layout.columnLabels === 'none' ? [] : [cell?.column];
    const drawing = [layout, colors, ...rows, ...columns];
    if (!sameParts(drawing, this.#drawing)) {
      const repaint = this.#drawing[0] !== layout || this.#drawing[1] !== colors;
      if (repaint) this.#pixels = paint(model.matrix, model.coloring, colors.dark);
      this.#drawing = drawing;
      resize(canvas, layout.width, layout.height, devicePixelRatio);
      context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
      drawHeatmap(context, layout, { ...model, pixels: this.#pixels!, query, cell }, colors);
    }
    const [followed, pointed] = this.renderRoot.querySelectorAll<HTMLElement>('.mark');
    const row = query === null ? null : { row: query, column: 0 };
    place(followed!, layout, row, layout.columns, 3);
    place(pointed!, layout, cell, 1, 5);
  }

  /** The same as long as matrix, room and density are. */
  #layoutOf(model: HeatmapModel, context: CanvasRenderingContext2D): HeatmapLayout {
    const madeOf = [model, this.width, devicePixelRatio, this.canvasColors.font];
    if (this.#layout && sameParts(madeOf, this.#layoutMadeOf)) return this.#layout;
    context.font = `600 ${kLabelSize}px ${this.canvasColors.font}`;
    this.#layoutMadeOf = madeOf;
    this.#layout = layoutHeatmap({
      rows: model.matrix.rows,
      columns: model.matrix.columns,
      width: this.width,
      rowLabelWidth: widestLabel(context, model.rowLabels),
      columnLabelWidth: widestLabel(context, model.columnLabels),
      largestCell: model.largestCell,
      largestHeight: model.largestHeight,
      devicePixelRatio,
    });
    return this.#layout;
  }

  #query(): number | null {
    if (!this.#model?.rowsAreQueries) return null;
    return this.query ?? this.result?.state.query ?? null;
  }

  /** The keyboard's cell, or the one that is pointed at here or in another view. */
  #cell(): Cell | null {
    if (this.cursor) return this.cursor;
    if (this.#hovered) return this.#hovered;
    const pointed = this.pointer?.pointed;
    if (!pointed || !this.#model?.columnsAreKeys) return null;
    const { rows, columns } = this.#model.matrix;
    const inside = pointed.query < rows && pointed.key < columns;
    return inside ? { row: pointed.query, column: pointed.key } : null;
  }

  #hovered: Cell | null = null;

  #said() {
    const cell = this.#cell();
    const model = this.#model;
    if (!cell || !model) return nothing;
    const { rowLabels, columnLabels, matrix } = model;
    const value = isMasked(model.coloring, cell.row, cell.column)
      ? this.words.lab.masked
      : formatNumber(at(matrix, cell.row, cell.column), 4);
    return html`<bdi>${rowLabels[cell.row] ?? cell.row + 1}</bdi> →
      <bdi>${columnLabels[cell.column] ?? cell.column + 1}</bdi>: <b>${value}</b>`;
  }

  #measure(): void {
    this.width = this.clientWidth;
  }

  #cellAt(event: MouseEvent): Cell | null {
    const box = this.renderRoot.querySelector('canvas')!.getBoundingClientRect();
    return (
      this.#layout && cellUnder(this.#layout, event.clientX - box.left, event.clientY - box.top)
    );
  }

  #point(cell: Cell | null): void {
    const before = this.#hovered;
    if (cell?.row === before?.row && cell?.column === before?.column) return;
    this.#hovered = cell;
    this.cursor = null;
    this.requestUpdate();
    this.#tellCell(cell);
  }

  /** A cell that was tapped stays pointed at. */
  #leave(event: PointerEvent): void {
    if (event.pointerType === 'touch') return;
    this.#point(null);
    tell(this, 'attention-lit', null);
  }

  #leaveByKeyboard(): void {
    if (!this.cursor) return;
    this.cursor = null;
    this.#tellCell(null);
  }

  #tellCell(cell: Cell | null): void {
    const model = this.#model;
    if (!model?.columnsAreKeys || !model.field) return;
    tell(this, 'attention-cell', cell && { field: model.field, query: cell.row, key: cell.column });
  }

  #follow(cell: Cell | null): void {
    if (!cell || !this.#model?.rowsAreQueries) return;
    if (this.query !== undefined) this.query = cell.row;
    tell(this, 'attention-change', { query: cell.row });
  }

  #key(event: KeyboardEvent): void {
    const model = this.#model!;
    const { rows, columns } = model.matrix;
    const { row, column } = this.cursor ?? { row: this.#query() ?? 0, column: 0 };
    const first = this.cursor === null;
    const moves: Record<string, Cell> = {
      ArrowRight: { row, column: first ? column : column + 1 },
      ArrowLeft: { row, column: column - 1 },
      ArrowDown: { row: first ? row : row + 1, column },
      ArrowUp: { row: row - 1, column },
      Home: { row, column: 0 },
      End: { row, column: columns - 1 },
      PageUp: { row: 0, column },
      PageDown: { row: rows - 1, column },
    };
    const to = moves[event.key];
    if (to) {
      event.preventDefault();
      this.cursor = clamped(to, rows, columns);
      this.#tellCell(this.cursor);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#follow(this.cursor);
    }
  }

  #saved(model: HeatmapModel, title: string): SaveContent {
    const { field, matrix, rowLabels, columnLabels, columnsAreKeys } = model;
    const rows = field === 'k' || field === 'v' ? 'key' : 'query';
    const columns = columnsAreKeys ? 'key' : 'd_head';
    return {
      name: field ?? 'matrix',
      picture: () => ({ kind: 'heatmap', ...model, title, query: this.#query() }),
      numbers: {
        tensor: { axes: [rows, columns], shape: [matrix.rows, matrix.columns], data: matrix.data },
        labels: { [rows]: rowLabels, ...(columnsAreKeys && { key: columnLabels }) },
      },
      result: field === null ? null : this.result,
      heads: columnsAreKeys || this.result?.state.head !== null ? 'shown' : 'all',
    };
  }

  #table(model: HeatmapModel): TableContent {
    const { rows, columns } = model.matrix;
    const words = this.words.heatmap;
    const cells = (row: number) => [
      model.rowLabels[row] ?? `${row + 1}`,
      ...Array.from(rowOf(model.matrix, row), (value, column) =>
        isMasked(model.coloring, row, column) ? this.words.lab.masked : value.toPrecision(6),
      ),
    ];
    const every = () => Array.from({ length: rows }, (_, row) => cells(row));
    const head = Array.from({ length: columns }, (_, i) => model.columnLabels[i] ?? `${i + 1}`);
    const names = [model.columnsAreKeys ? words.query : words.token, ...head];
    if (rows * columns <= kMaxTableCells) return { columns: names, rows: every() };
    const shown = this.#query() ?? 0;
    return {
      columns: names,
      rows: [cells(shown)],
      all: every,
      note: words.note(shown + 1, rows),
    };
  }
}

function clamped({ row, column }: Cell, rows: number, columns: number): Cell {
  const within = (value: number, count: number) => Math.max(0, Math.min(value, count - 1));
  return { row: within(row, rows), column: within(column, columns) };
}

/** Puts a mark around a cell, or around as many as `columns` says; at least `least` pixels of it. */
function place(
  mark: HTMLElement,
  { left, top, cellWidth, cellHeight }: HeatmapLayout,
  cell: Cell | null,
  columns: number,
  least: number,
): void {
  mark.hidden = cell === null;
  if (!cell) return;
  const [wide, high] = [Math.max(columns * cellWidth, least), Math.max(cellHeight, least)];
  const x = left + (cell.column + columns / 2) * cellWidth - wide / 2;
  const y = top + (cell.row + 0.5) * cellHeight - high / 2;
  mark.style.inlineSize = `${wide}px`;
  mark.style.blockSize = `${high}px`;
  mark.style.transform = `translate(${x}px, ${y}px)`;
}

function resize(canvas: HTMLCanvasElement, width: number, height: number, density: number): void {
  const [wide, high] = [Math.round(width * density), Math.round(height * density)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  canvas.style.inlineSize = `${width}px`;
  canvas.style.blockSize = `${height}px`;
}

define('attention-heatmap', AttentionHeatmap);
