/**
 * A chart type for Chart.js: straight lines without points. All pages load Chart.js as one file; its line controller,
 * which also draws curves, steps and points, would add 4 kB.
 */
import { Chart, DatasetController, Element, LinearScale, type CoreChartOptions } from 'chart.js';
import type { Point } from '../../geometry/point';

interface LineOptions {
  readonly yAxisID?: string;
  readonly borderColor: string;
  readonly borderWidth: number;
  readonly borderDash: number[];
}

declare module 'chart.js' {
  interface ChartTypeRegistry {
    straightLines: {
      chartOptions: CoreChartOptions<'straightLines'>;
      datasetOptions: LineOptions;
      defaultDataPoint: Point;
      metaExtensions: object;
      parsedDataType: Point;
      scales: 'linear';
    };
  }
}

/** Half the width of the widest line, which may follow the edge of the chart. */
const kOverflow = 1.25;

/** The properties that Chart.js needs for each point. */
class InvisiblePoint extends Element {
  static readonly id = 'invisiblePoint';
}

class StraightLines extends DatasetController<'straightLines'> {
  static readonly id = 'straightLines';
  static readonly defaults = { dataElementType: InvisiblePoint.id };
  static readonly overrides = {
    scales: { _index_: { type: 'linear' }, _value_: { type: 'linear' } },
  };

  protected override getMaxOverflow(): number {
    return kOverflow;
  }

  override draw(): void {
    const { ctx } = this.chart;
    const { xScale, yScale } = this.getMeta();
    const { data, ...line } = this.getDataset() as LineOptions & { data: Point[] };
    ctx.save();
    ctx.strokeStyle = line.borderColor;
    ctx.lineWidth = line.borderWidth;
    ctx.setLineDash(line.borderDash);
    ctx.beginPath();
    for (const { x, y } of data)
      ctx.lineTo(xScale!.getPixelForValue(x), yScale!.getPixelForValue(y));
    ctx.stroke();
    ctx.restore();
  }
}

Chart.register(StraightLines, InvisiblePoint, LinearScale);
