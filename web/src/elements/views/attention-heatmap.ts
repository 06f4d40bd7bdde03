/** `<attention-heatmap>`: one matrix as a grid, queries down and keys (or dimensions) across. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { ColorScale } from '../../draw/color-scales';
import { formatNumber } from '../../draw/format';
import { isMasked } from '../../draw/matrix/raster';
import { cellUnder, type Cell, type HeatmapLayout } from '../../draw/pictures/heatmap-layout';
import { cellAt, type Tensor } from '../../tensors/tensor';
import '../save/attention-save';
import { heatmapStyles } from './attention-heatmap.styles';
import './attention-table';
import { cellAfter, clampCell } from './cell-cursor';
import { define } from '../base/define';
import { hasModifier } from '../input/has-modifier';
import { struck } from '../parts/struck';
import { HeatmapCanvas } from './heatmap-canvas';
import './attention-heatmap-legend';
import { markStyles, placeMark } from './heatmap-marks';
import { modelOf, modelOfTensor, type HeatmapModel } from './heatmap-model';
import { heatmapTable } from './heatmap-table';
import { inWindow, type HeatmapWindow } from './heatmap-window';
import { canZoom, showRange, zoomButtons, zoomStep, zoomStyles } from './heatmap-zoom';
import { sendToLab, type Field } from '../lab/lab-context';
import { LabView } from '../lab/lab-view';
import type { SaveContent } from '../save/save-content';
import { textScale } from './text-scale';
import { viewStyles } from './view.styles';
import '../../words/add-lab';
import '../../words/add-changes';

/** Roughly the pixels that row labels and the last slanted column label take. */
const kLabelRoom = 90;
const kNoLabels: readonly string[] = [];

export class AttentionHeatmap extends LabView {
  static override styles = [viewStyles, markStyles, zoomStyles, heatmapStyles];

  /** The matrix of the lab's trace to show. Default: the lab's `matrix`. */
  @property() field: Field | undefined;
  @property() heading: string | undefined;
  /** Used without a lab: a `[query, key]` tensor, its labels and the selected query row. */
  @property({ attribute: false }) tensor: Tensor | undefined;
  /** Used without a lab: the tensor without the visitor's changes. */
  @property({ attribute: false }) was: Tensor | undefined;
  @property({ attribute: false }) rowLabels: readonly string[] | undefined;
  @property({ attribute: false }) columnLabels: readonly string[] | undefined;
  @property({ type: Number }) query: number | undefined;
  /** Used without a lab: the colors. Default: chosen by the numbers. */
  @property({ attribute: false }) scale: ColorScale | undefined;
  /** A text beside the heading instead of the size, without a lab. */
  @property({ attribute: false }) subtitle: string | undefined;
  /** The cell selected with the keyboard. */
  @state() private cursor: Cell | null = null;
  @state() private width = 0;
  @state() private textScale = 1;

  /** Measures in the next frame: resizing inside the callback raises the "ResizeObserver loop" error. */
  readonly #sizes = new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));
  #model: HeatmapModel | null = null;
  #hovered: Cell | null = null;
  /** The cell selected or pointed at last. */
  #last: Cell | null = null;
  readonly #canvas = new HeatmapCanvas();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
    // Nothing is under the pointer of a view that was moved.
    this.#clearCursor();
    this.#point(null);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  protected override willUpdate(): void {
    const { result, tensor } = this;
    if (tensor)
      this.#model = modelOfTensor(
        this.#model,
        tensor,
        { rowLabels: this.rowLabels ?? kNoLabels, columnLabels: this.columnLabels ?? kNoLabels },
        this.scale,
        { untrained: this.untrained, tensorBefore: this.was },
      );
    else if (result)
      this.#model = modelOf(this.#model, result, this.field ?? result.state.matrix, this.words);
    else this.#model = null;
    const model = this.#model;
    if (model?.field) this.showLit(model.field);
    if (!model) return;
    const { rows, columns } = model.matrix;
    if (this.cursor) this.cursor = clampCell(this.cursor, model.matrix);
    const hovered = this.#hovered;
    if (hovered && (hovered.row >= rows || hovered.column >= columns)) this.#hovered = null;
    if (!canZoom(model)) this.#window.zoom = 0;
  }

  protected override render() {
    const model = this.#model;
    if (!model) return this.onlyWeights();
    const heading = this.heading ?? model.title;
    const words = this.words.heatmap;
    const { rows, columns } = model.matrix;
    return html`
      <header>
        <h2>${heading}</h2>
        <span class="muted">${this.subtitle ?? model.subtitle}</span>
        ${canZoom(model) ? zoomButtons(this.#window, this.words, (step) => this.#zoom(step)) : nothing}
      </header>
      <div
        class="picture ${this.#window.zoom > 0 ? 'zoomed' : ''}"
        tabindex="0"
        role="application"
        aria-roledescription=${words.role}
        aria-label=${words.label(heading, rows, columns)}
        aria-keyshortcuts=${canZoom(model) ? '+ -' : nothing}
        @keydown=${(event: KeyboardEvent) => this.#key(event)}
        @scroll=${(event: Event) => this.#scrolled(event.target as HTMLElement)}
        @blur=${() => this.#clearCursor()}
        @pointerenter=${() => model.field && sendToLab(this, 'attention-lit', model.field)}
        @pointerdown=${(event: PointerEvent) => this.#point(this.#cellAt(event))}
        @pointermove=${(event: PointerEvent) => this.#point(this.#cellAt(event))}
        @pointerleave=${(event: PointerEvent) => this.#leave(event)}
        @click=${(event: MouseEvent) => this.#selectQuery(this.#cellAt(event))}
      >
        <div class="room"></div>
        <div class="window">
          ${this.#isWide(model) ? html`<div class="labels"><canvas></canvas></div>` : nothing}
          <canvas class="cells"></canvas>
          <div class="mark followed"></div>
          <div class="mark pointed"></div>
        </div>
      </div>
      <p class="readout muted" aria-live=${this.cursor ? 'polite' : 'off'}>
        ${this.#cellText()}<span class="range"></span>
      </p>
      <attention-heatmap-legend
        .model=${model}
        .dark=${this.canvasColors.dark}
      ></attention-heatmap-legend>
      <attention-save
        label=${heading}
        .content=${() => this.#saveContent(model, heading)}
      ></attention-save>
      <attention-table
        label=${heading}
        .content=${() => heatmapTable(model, this.#query(), this.words)}
      ></attention-table>
    `;
  }

  protected override updated(): void {
    const model = this.#model;
    const canvas = this.#cells;
    if (!model || !canvas || this.width === 0) return;
    const query = this.#query();
    const cell = this.#cell();
    const options = {
      width: this.width,
      scale: this.textScale,
      colors: this.canvasColors,
      query,
      cell,
    };
    const layout = this.#canvas.paint(canvas, model, options);
    // The marks are elements above the canvas, so moving them does not repaint it.
    const [queryMark, cellMark] = this.renderRoot.querySelectorAll<HTMLElement>('.mark');
    const { first } = this.#window;
    const row = query === null ? null : inWindow({ row: query, column: first.column }, first);
    placeMark(queryMark!, layout, row, layout.columns, 3);
    placeMark(cellMark!, layout, cell && inWindow(cell, first), 1, 5);
    this.#scroll(canvas, layout);
    showRange(this.renderRoot, this.#window, this.words);
  }

  get #window(): HeatmapWindow {
    return this.#canvas.window;
  }

  /** Around the cell selected or pointed at last. */
  #zoom(step: 1 | -1): void {
    const row = this.#query() ?? 0;
    this.#window.zoomBy(
      step,
      this.#cell() ?? this.#last ?? { row, column: this.#model!.columnsAreKeys ? row : 0 },
    );
    this.requestUpdate();
  }

  #scrolled(picture: HTMLElement): void {
    if (this.#window.scrolled(picture)) this.requestUpdate();
  }

  get #cells(): HTMLCanvasElement | null {
    return this.renderRoot.querySelector<HTMLCanvasElement>('canvas.cells');
  }

  /** Whether it scrolls. */
  #isWide({ matrix, smallestCell }: HeatmapModel): boolean {
    if (this.#window.zoom > 0) return false;
    return (
      this.width > 0 && matrix.columns * smallestCell > this.width / this.textScale - kLabelRoom
    );
  }

  /** Keeps the row labels beside a matrix that is wider than the view, and keeps the keyboard's cell visible. */
  #scroll(canvas: HTMLCanvasElement, { left, width, cellWidth }: HeatmapLayout): void {
    const picture = canvas.closest<HTMLElement>('.picture')!;
    this.#window.show(picture);
    const labels = picture.querySelector<HTMLCanvasElement>('.labels canvas');
    if (labels && left > 0) this.#canvas.paintLabels(labels, canvas);
    if (!this.cursor || width <= this.width) return;
    const start = this.cursor.column * cellWidth;
    const end = start + cellWidth + left - picture.clientWidth;
    picture.scrollLeft = Math.max(end, Math.min(picture.scrollLeft, start));
  }

  protected override get isUntrained(): boolean {
    return this.tensor ? this.untrained : super.isUntrained;
  }

  #query(): number | null {
    if (!this.#model?.rowsAreQueries) return null;
    return this.query ?? this.result?.state.word ?? null;
  }

  /** The cell selected with the keyboard, or hovered in this or another view. */
  #cell(): Cell | null {
    if (this.cursor) return this.cursor;
    if (this.#hovered) return this.#hovered;
    const pointed = this.pointer?.pointed;
    if (!pointed || !this.#model?.columnsAreKeys) return null;
    const { rows, columns } = this.#model.matrix;
    const inside = pointed.query < rows && pointed.key < columns;
    return inside ? { row: pointed.query, column: pointed.key } : null;
  }

  #cellText() {
    const cell = this.#cell();
    const model = this.#model;
    if (!cell || !model) return nothing;
    const { rowLabels, columnLabels, matrix } = model;
    const value = isMasked(model.coloring, cell.row, cell.column)
      ? this.words.lab.masked
      : formatNumber(cellAt(matrix, cell.row, cell.column), 4);
    const old = model.before && formatNumber(cellAt(model.before, cell.row, cell.column), 4);
    return html`<bdi>${rowLabels[cell.row] ?? cell.row + 1}</bdi> →
      <bdi>${columnLabels[cell.column] ?? cell.column + 1}</bdi
      >${this.words.marks.colon}${old === undefined || old === value ? nothing : html`${struck(old, this.words)} `}<b
        >${value}</b
      >`;
  }

  #measure(): void {
    this.width = this.clientWidth;
    if (this.#cells) this.textScale = textScale(this.#cells);
  }

  #cellAt(event: MouseEvent): Cell | null {
    // The row labels cover cells that cannot be seen.
    if ((event.target as Element).closest('.labels')) return null;
    const box = this.#cells!.getBoundingClientRect();
    const { layout } = this.#canvas;
    const cell = layout && cellUnder(layout, event.clientX - box.left, event.clientY - box.top);
    const { first } = this.#window;
    return cell && { row: cell.row + first.row, column: cell.column + first.column };
  }

  #point(cell: Cell | null): void {
    const before = this.#hovered;
    if (cell?.row === before?.row && cell?.column === before?.column) return;
    this.#hovered = cell;
    this.#last = cell ?? this.#last;
    this.cursor = null;
    this.requestUpdate();
    this.#reportCell(cell);
  }

  /** A tapped cell stays selected. */
  #leave(event: PointerEvent): void {
    if (event.pointerType === 'touch') return;
    this.#point(null);
    sendToLab(this, 'attention-lit', null);
  }

  #clearCursor(): void {
    if (!this.cursor) return;
    this.cursor = null;
    this.#reportCell(null);
  }

  #reportCell(cell: Cell | null): void {
    const model = this.#model;
    const field = model?.field ?? (this.tensor && this.field);
    if (!model?.columnsAreKeys || !field) return;
    sendToLab(this, 'attention-cell', cell && { field, query: cell.row, key: cell.column });
  }

  #selectQuery(cell: Cell | null): void {
    if (!cell || !this.#model?.rowsAreQueries) return;
    if (this.query !== undefined) this.query = cell.row;
    const isOfKey = this.#model.columnsAreKeys && this.tensor !== undefined;
    sendToLab(this, 'attention-change', {
      word: cell.row,
      ...(isOfKey && { key: cell.column }),
    });
  }

  #key(event: KeyboardEvent): void {
    if (hasModifier(event)) return;
    const model = this.#model!;
    const to = cellAfter(event, this.cursor, { row: this.#query() ?? 0, column: 0 }, model.matrix);
    const zoomed = zoomStep(event.key);
    if (to) {
      event.preventDefault();
      this.cursor = to;
      this.#last = to;
      this.#window.reveal(to);
      this.#reportCell(to);
    } else if (zoomed && canZoom(model)) {
      event.preventDefault();
      this.#zoom(zoomed);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#selectQuery(this.cursor);
    }
  }

  #saveContent(model: HeatmapModel, title: string): SaveContent {
    const { field, matrix, rowLabels, columnLabels, columnsAreKeys } = model;
    const [rows, columns] = this.tensor?.axes.slice(-2) ?? [
      field === 'k' || field === 'v' ? 'key' : 'query',
      columnsAreKeys ? 'key' : this.result?.state.head === null ? 'd_model' : 'd_head',
    ];
    return {
      name: field ?? title,
      picture: () => ({ kind: 'heatmap', ...model, title, query: this.#query() }),
      numbers: {
        tensor: {
          axes: [rows!, columns!],
          shape: [matrix.rows, matrix.columns],
          data: matrix.data,
        },
        labels: { [rows!]: rowLabels, ...(columnsAreKeys && { [columns!]: columnLabels }) },
      },
      result: field === null ? null : this.result,
      untrained: this.isUntrained,
      heads: columnsAreKeys || this.result?.state.head !== null ? 'shown' : 'all',
    };
  }
}

define('attention-heatmap', AttentionHeatmap);
