/** `<attention-speed-table>`: figures measured here beside figures from another machine. */
import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { formatPrecision, withMark } from '../../draw/format';
import { shareOf, timeOf, type Measured } from '../../speed/figures';
import type { SpeedRow } from '../../speed/run';
import { workloads, type Workload } from '../../speed/workloads';
import { kSpeedTable, speedTableStyles } from './attention-speed-table.styles';
import { cardTableStyles } from '../styles/card-table.styles';
import { define } from '../base/define';
import { formatDifference, formatShare } from '../parts/share-bar';
import { WordedElement } from '../base/worded';
import '../../words/add-report';
import { messageOf } from '../../words/refusal';
import { speedTerms } from './speed-terms';

/** Pairs of the name in figures.json and the column header. */
const kElsewhere = [
  ['ours', 'Attention Lab'],
  ['ONNX Runtime Web', 'ONNX Runtime Web'],
  ['TensorFlow.js', 'TensorFlow.js'],
  ['plain JavaScript', null],
] as const;

export class AttentionSpeedTable extends WordedElement {
  static override styles = [cardTableStyles(kSpeedTable), speedTableStyles];

  @property({ attribute: false }) rows: readonly SpeedRow[] = [];
  /** Measured on another machine. */
  @property({ attribute: false }) elsewhere: readonly Measured[] = [];
  /** Describes that machine and the date. */
  @property() where = '';

  // Explicit roles: narrow screens show rows as cards, and `display` would remove the implicit roles.
  protected override render() {
    const rows = this.rows.filter(({ state }) => state !== 'waiting');
    if (rows.length === 0) return nothing;
    const { speed } = this.words.report;
    const { columns } = speed;
    return html`<table role="table" aria-label=${speed.table}>
      <thead role="rowgroup">
        <tr role="row">
          <td role="cell"></td>
          <th role="columnheader" scope="colgroup" colspan="4" class="group">${speed.hereNow}</th>
          <th role="columnheader" scope="colgroup" colspan="4" class="group elsewhere">
            ${speed.elsewhere(this.where)}
          </th>
        </tr>
        <tr role="row">
          <th role="columnheader" scope="col">${columns.workload}</th>
          <th role="columnheader" scope="col" class="number">${columns.time}</th>
          <th role="columnheader" scope="col" class="number">GFLOP/s</th>
          <th role="columnheader" scope="col" class="number">${columns.limit}</th>
          <th role="columnheader" scope="col" class="number">${columns.difference}</th>
          ${kElsewhere.map(
            ([who, name]) =>
              html`<th
                role="columnheader"
                scope="col"
                class="number ${who === 'ours' ? 'elsewhere' : ''}"
              >
                ${name ?? columns.loops}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map((row) => this.#row(row))}
      </tbody>
    </table>`;
  }

  #row(row: SpeedRow) {
    const workload = workloads.find(({ id }) => id === row.id)!;
    return html`<tr role="row">
      <th role="rowheader" scope="row">
        ${speedTerms(this.words)(workload.name)}${
          row.figure && row.figure.simd !== 'SIMD'
            ? html` <span class="of">${row.figure.simd}</span>`
            : nothing
        }
      </th>
      ${this.#here(row, workload)}
      ${kElsewhere.map(([who, name]) => this.#there(workload, who, name))}
    </tr>`;
  }

  #here({ state, figure, problem }: SpeedRow, workload: Workload) {
    const { speed } = this.words.report;
    if (!figure)
      return html`<td role="cell" class="state ${state}" colspan="4">
        ${problem ? messageOf(problem)(this.words) : state === 'running' ? speed.running : speed.ended}
      </td>`;
    const { milliseconds, limit, difference } = figure;
    return html`<td role="cell" class="number time" data-name=${speed.columns.time}>
        ${withMark(timeOf(milliseconds))}
      </td>
      <td role="cell" class="number" data-name="GFLOP/s">
        ${formatPrecision(workload.flops / milliseconds / 1e6, 3)}
      </td>
      <td role="cell" class="number share" data-name=${speed.columns.limit}>
        ${formatShare(shareOf(workload, milliseconds, limit))}
      </td>
      <td role="cell" class="number" data-name=${speed.columns.difference}>
        ${formatDifference(difference)}
      </td>`;
  }

  #there(workload: Workload, who: string, name: string | null) {
    const { speed } = this.words.report;
    const measured = this.elsewhere.find(({ id }) => id === workload.id);
    const timing = measured?.timings.find((candidate) => candidate.who === who);
    const elsewhere = who === 'ours' ? 'elsewhere' : '';
    return html`<td
      role="cell"
      class="number there ${elsewhere} ${timing ? '' : 'none'}"
      data-name=${speed.elsewhereFor(name ?? speed.columns.loops)}
    >
      ${
        timing
          ? html`${withMark(timeOf(timing.milliseconds))}
              <span class="of"
                >${formatShare(shareOf(workload, timing.milliseconds, measured!.limit))}</span
              >`
          : html`<span aria-label=${speed.notMeasured}>–</span>`
      }
    </td>`;
  }
}

define('attention-speed-table', AttentionSpeedTable);
