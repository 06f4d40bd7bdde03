/** `<attention-speed-table>`: figures measured here beside figures from another machine. */
import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { shareOf, timeOf, type Measured } from '../../speed/figures';
import type { SpeedRow } from '../../speed/report';
import { workloads, type Workload } from '../../speed/workloads';
import { kSpeedTable, speedTableStyles } from './attention-speed-table.styles';
import { cardTableStyles } from '../base/card-table.styles';
import { define } from '../base/define';
import { formatDifference, formatShare } from '../base/share-bar';
import { ThemedElement } from '../base/themed';

/** Pairs of the name in figures.json and the column header. */
const kElsewhere = [
  ['ours', 'Attention Lab'],
  ['ONNX Runtime Web', 'ONNX Runtime Web'],
  ['TensorFlow.js', 'TensorFlow.js'],
  ['plain JavaScript', 'plain loops'],
] as const;

export class AttentionSpeedTable extends ThemedElement {
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
    return html`<table role="table" aria-label="Speed of each workload">
      <thead role="rowgroup">
        <tr role="row">
          <td role="cell"></td>
          <th role="columnheader" scope="colgroup" colspan="4" class="group">here, now</th>
          <th role="columnheader" scope="colgroup" colspan="4" class="group elsewhere">
            elsewhere: ${this.where}
          </th>
        </tr>
        <tr role="row">
          <th role="columnheader" scope="col">workload</th>
          <th role="columnheader" scope="col" class="number">time</th>
          <th role="columnheader" scope="col" class="number">GFLOP/s</th>
          <th role="columnheader" scope="col" class="number">of the limit</th>
          <th role="columnheader" scope="col" class="number">difference</th>
          ${kElsewhere.map(
            ([who, name]) =>
              html`<th
                role="columnheader"
                scope="col"
                class="number ${who === 'ours' ? 'elsewhere' : ''}"
              >
                ${name}
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
        ${workload.name}${
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
    if (!figure)
      return html`<td role="cell" class="state ${state}" colspan="4">
        ${state === 'failed' ? problem : state === 'running' ? 'measuring …' : 'stopped'}
      </td>`;
    const { milliseconds, limit, difference } = figure;
    return html`<td role="cell" class="number time" data-name="time">${timeOf(milliseconds)}</td>
      <td role="cell" class="number" data-name="GFLOP/s">
        ${(workload.flops / milliseconds / 1e6).toPrecision(3)}
      </td>
      <td role="cell" class="number share" data-name="of the limit">
        ${formatShare(shareOf(workload, milliseconds, limit))}
      </td>
      <td role="cell" class="number" data-name="difference">${formatDifference(difference)}</td>`;
  }

  #there(workload: Workload, who: string, name: string) {
    const measured = this.elsewhere.find(({ id }) => id === workload.id);
    const timing = measured?.timings.find((candidate) => candidate.who === who);
    const elsewhere = who === 'ours' ? 'elsewhere' : '';
    return html`<td
      role="cell"
      class="number there ${elsewhere} ${timing ? '' : 'none'}"
      data-name="${name}, elsewhere"
    >
      ${
        timing
          ? html`${timeOf(timing.milliseconds)}
              <span class="of"
                >${formatShare(shareOf(workload, timing.milliseconds, measured!.limit))}</span
              >`
          : html`<span aria-label="not measured">–</span>`
      }
    </td>`;
  }
}

define('attention-speed-table', AttentionSpeedTable);
