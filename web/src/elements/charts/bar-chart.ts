/** A bar chart. */
import { BarController, BarElement, CategoryScale, Chart, LinearScale } from 'chart.js';
import type { ReactiveControllerHost } from 'lit';
import { CanvasChart, type ChartPicture } from './canvas-chart';

Chart.register(BarController, BarElement, CategoryScale, LinearScale);

export type Bars = Chart<'bar', number[], string>;
export type BarPicture = ChartPicture<'bar', number[], string>;

export class BarChart extends CanvasChart<'bar', number[], string> {
  constructor(host: ReactiveControllerHost) {
    super(host, 'bar');
  }

  /** The index of the category under the pointer, or null. */
  indexAt(event: MouseEvent): number | null {
    const items = this.chart?.getElementsAtEventForMode(
      event,
      'index',
      { axis: this.chart.options.indexAxis === 'y' ? 'y' : 'x', intersect: false },
      false,
    );
    return items?.[0]?.index ?? null;
  }
}
