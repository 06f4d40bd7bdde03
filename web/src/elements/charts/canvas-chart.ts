/** A chart of Chart.js as a Lit controller. It is destroyed when its host disconnects. */
import { Chart, type ChartData, type ChartOptions, type ChartType } from 'chart.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface ChartPicture<Type extends ChartType, Values, Label = unknown> {
  readonly data: ChartData<Type, Values, Label>;
  readonly options: ChartOptions<Type>;
  /** Draws on top of the bars or lines. */
  readonly over: (chart: Chart<Type, Values, Label>) => void;
}

export abstract class CanvasChart<
  Type extends ChartType,
  Values,
  Label = unknown,
> implements ReactiveController {
  protected chart: Chart<Type, Values, Label> | null = null;
  #over: ChartPicture<Type, Values, Label>['over'] = () => {};

  constructor(
    host: ReactiveControllerHost,
    private readonly type: Type,
  ) {
    host.addController(this);
  }

  draw(
    canvas: HTMLCanvasElement,
    { data, options, over }: ChartPicture<Type, Values, Label>,
  ): void {
    this.#over = over;
    if (this.chart?.canvas !== canvas) this.hostDisconnected();
    if (this.chart) {
      this.chart.data = data;
      this.chart.options = options;
      this.chart.update('none');
      return;
    }
    const afterDatasetsDraw = (chart: unknown) => this.#over(chart as Chart<Type, Values, Label>);
    const plugins = [{ id: 'over', afterDatasetsDraw }];
    this.chart = new Chart<Type, Values, Label>(canvas, {
      type: this.type,
      data,
      options,
      plugins,
    });
  }

  hostDisconnected(): void {
    this.chart?.destroy();
    this.chart = null;
  }
}
