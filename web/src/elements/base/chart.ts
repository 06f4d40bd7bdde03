/** A Chart.js bar chart as a Lit controller. It is destroyed when its host disconnects. */
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  type ChartData,
  type ChartOptions,
} from 'chart.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

Chart.register(BarController, BarElement, CategoryScale, LinearScale);

export type Bars = Chart<'bar', number[], string>;

export interface BarPicture {
  readonly data: ChartData<'bar', number[], string>;
  readonly options: ChartOptions<'bar'>;
  /** Draws on top of the bars. */
  readonly over: (chart: Bars) => void;
}

export class BarChart implements ReactiveController {
  #chart: Bars | null = null;
  #over: BarPicture['over'] = () => {};

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
  }

  draw(canvas: HTMLCanvasElement, { data, options, over }: BarPicture): void {
    this.#over = over;
    if (this.#chart?.canvas !== canvas) this.#destroy();
    if (this.#chart) {
      this.#chart.data = data;
      this.#chart.options = options;
      this.#chart.update('none');
      return;
    }
    const plugins = [{ id: 'over', afterDatasetsDraw: (chart: Bars) => this.#over(chart) }];
    this.#chart = new Chart(canvas, { type: 'bar', data, options, plugins });
  }

  /** The index of the category under the pointer, or null. */
  indexAt(event: MouseEvent): number | null {
    const items = this.#chart?.getElementsAtEventForMode(
      event,
      'index',
      { axis: this.#chart.options.indexAxis === 'y' ? 'y' : 'x', intersect: false },
      false,
    );
    return items?.[0]?.index ?? null;
  }

  hostDisconnected(): void {
    this.#destroy();
  }

  #destroy(): void {
    this.#chart?.destroy();
    this.#chart = null;
  }
}
