/** The canvas of a heatmap, painted again only when something on it changes. */
import { rasterize, type Raster } from '../../draw/matrix/raster';
import { heatmapPart } from '../../draw/pictures/heatmap';
import { labelWidths } from '../../draw/pictures/heatmap-labels';
import { screenLayout, type Cell, type HeatmapLayout } from '../../draw/pictures/heatmap-layout';
import type { Measure } from '../../draw/scene/scene';
import { measureOn, partToCanvas } from '../../draw/scene/to-canvas';
import type { CanvasColors } from '../base/theme';
import { sameParts, type HeatmapModel } from './heatmap-model';

interface Shown {
  readonly width: number;
  readonly colors: CanvasColors;
  readonly query: number | null;
  /** The cell that is pointed at. */
  readonly cell: Cell | null;
}

export class HeatmapCanvas {
  #layout: HeatmapLayout | null = null;
  #layoutMadeOf: readonly unknown[] = [];
  #raster: Raster | null = null;
  #painted: readonly unknown[] = [];

  /** Null before the first painting. */
  get layout(): HeatmapLayout | null {
    return this.#layout;
  }

  paint(canvas: HTMLCanvasElement, model: HeatmapModel, shown: Shown): HeatmapLayout {
    const { colors, query, cell } = shown;
    const fonts = { sans: colors.font, serif: colors.font };
    const measure = measureOn(canvas, fonts);
    const layout = this.#layoutOf(model, shown, measure);
    // Labels show which row is followed and which cell is pointed at.
    const rows = layout.rowLabels === 'none' ? [] : [query, cell?.row];
    const columns = layout.columnLabels === 'none' ? [] : [cell?.column];
    const before = this.#painted;
    this.#painted = [layout, colors, ...rows, ...columns];
    if (sameParts(this.#painted, before)) return layout;
    if (!this.#raster || before[0] !== layout || before[1] !== colors)
      this.#raster = rasterize(model.matrix, model.coloring, colors.dark);
    const look = { measure, colors, highlighted: cell };
    const part = heatmapPart({ ...model, query }, layout, this.#raster, look);
    partToCanvas(part, canvas, devicePixelRatio, fonts);
    canvas.style.inlineSize = `${part.width}px`;
    canvas.style.blockSize = `${part.height}px`;
    return layout;
  }

  /** The same object until the matrix, the room or the pixel density changes. */
  #layoutOf(model: HeatmapModel, { width, colors }: Shown, measure: Measure): HeatmapLayout {
    const madeOf = [model, width, devicePixelRatio, colors.font];
    if (this.#layout && sameParts(madeOf, this.#layoutMadeOf)) return this.#layout;
    this.#layoutMadeOf = madeOf;
    this.#layout = screenLayout({
      rows: model.matrix.rows,
      columns: model.matrix.columns,
      width,
      ...labelWidths(model, measure),
      largestCell: model.largestCell,
      largestHeight: model.largestHeight,
      devicePixelRatio,
    });
    return this.#layout;
  }
}
