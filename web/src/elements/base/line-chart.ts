/** A Chart.js line chart as a Lit controller. It is destroyed when its host disconnects. */
import { Chart, type ChartData, type ChartOptions } from 'chart.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Point } from './straight-lines';
import './straight-lines';

export type Lines = Chart<'straightLines', Point[]>;

export interface LinePicture {
  readonly data: ChartData<'straightLines', Point[]>;
  readonly options: ChartOptions<'straightLines'>;
  /** Draws on top of the lines. */
  readonly over: (chart: Lines) => void;
}

export class LineChart implements ReactiveController {
  #chart: Lines | null = null;
  #over: LinePicture['over'] = () => {};

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
  }

  draw(canvas: HTMLCanvasElement, { data, options, over }: LinePicture): void {
    this.#over = over;
    if (this.#chart?.canvas !== canvas) this.hostDisconnected();
    if (this.#chart) {
      this.#chart.data = data;
      this.#chart.options = options;
      this.#chart.update('none');
      return;
    }
    const plugins = [{ id: 'over', afterDatasetsDraw: (chart: Lines) => this.#over(chart) }];
    this.#chart = new Chart<'straightLines', Point[]>(canvas, {
      type: 'straightLines',
      data,
      options,
      plugins,
    });
  }

  /** The value of the x axis under the pointer, or null. */
  valueAt(event: MouseEvent): number | null {
    const { left } = this.#chart?.canvas.getBoundingClientRect() ?? {};
    if (left === undefined) return null;
    return this.#chart!.scales['x']?.getValueForPixel(event.clientX - left) ?? null;
  }

  hostDisconnected(): void {
    this.#chart?.destroy();
    this.#chart = null;
  }
}
