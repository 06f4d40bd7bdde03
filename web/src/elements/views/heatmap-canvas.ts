/** Paints a heatmap on its canvas, and skips repainting if nothing visible changed. */
import { rasterize, type Raster } from '../../draw/matrix/raster';
import { heatmapPart } from '../../draw/pictures/heatmap';
import { labelWidths } from '../../draw/pictures/heatmap-labels';
import { screenLayout, type Cell, type HeatmapLayout } from '../../draw/pictures/heatmap-layout';
import { maxZoom, zoomedLayout } from '../../draw/pictures/zoomed-layout';
import type { Measure } from '../../draw/scene/scene';
import { measureOn, partToCanvas } from '../../draw/scene/to-canvas';
import type { CanvasColors } from '../styles/theme';
import type { HeatmapModel } from './heatmap-model';
import { HeatmapWindow, partOf, inWindow } from './heatmap-window';
import { equalLists } from '../base/equal-lists';

/** The maximum width of scroll bars. */
const kScrollBar = 16;

interface PaintOptions {
  readonly width: number;
  /** How much larger text is than usual. */
  readonly scale: number;
  readonly colors: CanvasColors;
  readonly query: number | null;
  /** The highlighted cell. */
  readonly cell: Cell | null;
}

export class HeatmapCanvas {
  /** The visible rows and columns. */
  readonly window = new HeatmapWindow();
  /** The layout in pixels at the usual text size. */
  #layout: HeatmapLayout | null = null;
  /** The layout in pixels of the page. */
  #scaled: HeatmapLayout | null = null;
  #layoutInputs: readonly unknown[] = [];
  #raster: Raster | null = null;
  #painted: readonly unknown[] = [];

  /** Copies the row labels, which stay in sight while the cells scroll below them. */
  paintLabels(labels: HTMLCanvasElement, canvas: HTMLCanvasElement): void {
    const { left, height } = this.#scaled!;
    const density = canvas.width / parseFloat(canvas.style.inlineSize);
    labels.width = Math.round(left * density);
    labels.height = canvas.height;
    labels.style.inlineSize = `${labels.width / density}px`;
    labels.style.blockSize = `${height}px`;
    labels.getContext('2d')!.drawImage(canvas, 0, 0);
  }

  /** Null before the first paint. */
  get layout(): HeatmapLayout | null {
    return this.#scaled;
  }

  paint(canvas: HTMLCanvasElement, model: HeatmapModel, options: PaintOptions): HeatmapLayout {
    const { colors, scale } = options;
    const fonts = { sans: colors.font, serif: colors.font };
    const measure = measureOn(canvas, fonts);
    const layout = this.#layoutOf(model, options, measure);
    const scaled = this.#scaled!;
    this.window.settle(model.matrix, scaled);
    const { first } = this.window;
    const query = options.query === null ? null : options.query - first.row;
    const cell = options.cell && inWindow(options.cell, first);
    // The label style depends on the query row and the highlighted cell, if labels are visible.
    const rows = layout.rowLabels === 'none' ? [] : [query, cell?.row];
    const columns = layout.columnLabels === 'none' ? [] : [cell?.column];
    const before = this.#painted;
    this.#painted = [layout, colors, first, ...rows, ...columns];
    if (equalLists(this.#painted, before)) return scaled;
    const visibleModel = this.window.zoom > 0 ? partOf(model, first, layout) : model;
    if (!this.#raster || !equalLists(before.slice(0, 3), [layout, colors, first]))
      this.#raster = rasterize(visibleModel.matrix, visibleModel.coloring, colors.dark);
    const style = { measure, colors, highlighted: cell };
    const part = heatmapPart({ ...visibleModel, query }, layout, this.#raster, style);
    partToCanvas(part, canvas, devicePixelRatio * scale, fonts);
    canvas.style.inlineSize = `${part.width * scale}px`;
    canvas.style.blockSize = `${part.height * scale}px`;
    return scaled;
  }

  /** Returns the cached layout until the model, width, pixel density or font changes. */
  #layoutOf(
    model: HeatmapModel,
    { width, scale, colors }: PaintOptions,
    measure: Measure,
  ): HeatmapLayout {
    const inputs = [model, width, scale, devicePixelRatio, colors.font, this.window.zoom];
    if (this.#layout && equalLists(inputs, this.#layoutInputs)) return this.#layout;
    this.#layoutInputs = inputs;
    const request = {
      rows: model.matrix.rows,
      columns: model.matrix.columns,
      width: width / scale,
      ...labelWidths(model, measure),
      largestCell: model.largestCell,
      smallestCell: model.smallestCell,
      largestHeight: model.largestHeight / scale,
      devicePixelRatio: devicePixelRatio * scale,
    };
    const fit = screenLayout(request);
    const { window } = this;
    window.max = maxZoom(fit);
    window.zoom = Math.min(window.zoom, window.max);
    const beside = { ...request, width: (width - kScrollBar) / scale };
    this.#layout = window.zoom > 0 ? zoomedLayout(beside, fit, window.zoom) : fit;
    this.#scaled = scaledBy(scale, this.#layout);
    return this.#layout;
  }
}

function scaledBy(scale: number, layout: HeatmapLayout): HeatmapLayout {
  if (scale === 1) return layout;
  const { left, top, cellWidth, cellHeight, width, height } = layout;
  return {
    ...layout,
    left: left * scale,
    top: top * scale,
    cellWidth: cellWidth * scale,
    cellHeight: cellHeight * scale,
    width: width * scale,
    height: height * scale,
  };
}
