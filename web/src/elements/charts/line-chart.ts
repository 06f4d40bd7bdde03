/** A line chart, whose points are joined by straight lines. */
import type { Chart, ChartOptions } from 'chart.js';
import type { ReactiveControllerHost } from 'lit';
import type { Point } from '../../geometry/point';
import { CanvasChart } from './canvas-chart';
import './straight-lines';

export type CanvasLines = Chart<'straightLines', Point[]>;
export type LineScales = NonNullable<ChartOptions<'straightLines'>['scales']>;

export class LineChart extends CanvasChart<'straightLines', Point[]> {
  constructor(host: ReactiveControllerHost) {
    super(host, 'straightLines');
  }

  /** The value of the x axis under the pointer, or null. */
  valueAt(event: MouseEvent): number | null {
    const { left } = this.chart?.canvas.getBoundingClientRect() ?? {};
    if (left === undefined) return null;
    return this.chart!.scales['x']?.getValueForPixel(event.clientX - left) ?? null;
  }
}
