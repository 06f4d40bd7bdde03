/** `<attention-proof-group>`: a collapsible table of one operation's comparisons with PyTorch. */
import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { Mismatch } from '../../proof/difference';
import type { ProofGroup } from '../../proof/run';
import type { Comparison } from '../../proof/verify';
import { kProofTable, proofTableStyles } from './attention-proof-group.styles';
import { cardTableStyles } from '../styles/card-table.styles';
import { define } from '../base/define';
import { formatDifference, shareBar } from '../parts/share-bar';
import { WordedElement } from '../base/worded';
import '../../words/add-report';
import { messageOf } from '../../words/refusal';
import type { Words } from '../../words/words';

export class AttentionProofGroup extends WordedElement {
  static override styles = [shareBar.styles, cardTableStyles(kProofTable), proofTableStyles];

  @property({ attribute: false }) group: ProofGroup | undefined;
  @property({ type: Boolean, attribute: 'failures-only' }) failuresOnly = false;
  @property({ type: Boolean, reflect: true }) open = false;
  /** URL of the copies of the core's headers, ending in a slash. */
  @property() headers = './core/';

  protected override render() {
    const { group } = this;
    if (!group) return nothing;
    const { proof } = this.words.report;
    const { operation, comparisons, failures, worst } = group;
    const visible = this.failuresOnly ? comparisons.filter(({ holds }) => !holds) : comparisons;
    return html`<details .open=${this.open} @toggle=${(event: Event) => this.#toggle(event)}>
      <summary>
        <h3>${operation}</h3>
        <span class="count"
          >${
            failures === 0
              ? html`<span class="sign" aria-hidden="true">✓</span>
                  ${proof.hold(comparisons.length, comparisons.length)}`
              : html`<span class="failed"
                  ><span class="sign" aria-hidden="true">✗</span>
                  ${proof.doFail(failures, comparisons.length)}</span
                >`
          }</span
        >
        ${shareBar.render(shareOf(worst))}
      </summary>
      ${this.open ? this.#table(operation, visible) : nothing}
    </details>`;
  }

  // Explicit roles: narrow screens show rows as cards, and `display` would remove the implicit roles.
  #table(operation: string, comparisons: readonly Comparison[]) {
    const { columns, table } = this.words.report.proof;
    return html`<table role="table" aria-label=${table(operation)}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">${columns.case}</th>
          <th role="columnheader" scope="col">${columns.direction}</th>
          <th role="columnheader" scope="col" class="number">${columns.difference}</th>
          <th role="columnheader" scope="col" class="number">${columns.tolerance}</th>
          <th role="columnheader" scope="col" class="number">${columns.share}</th>
          <th role="columnheader" scope="col">${columns.verdict}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${comparisons.map((comparison) => this.#row(comparison))}
      </tbody>
    </table>`;
  }

  #row(comparison: Comparison) {
    const { name, source, header, direction, worst, problem, holds, tolerance } = comparison;
    const { proof } = this.words.report;
    return html`<tr role="row" class=${holds ? '' : 'fails'}>
      <th role="rowheader" scope="row">
        <span class="name">${name.split('/')[1]}</span>
        <span class="source">${source} · <a href="${this.headers}${header}.txt">${header}</a></span>
      </th>
      <td role="cell" class="direction">${proof.directions[direction]}</td>
      ${
        worst && !problem
          ? html`<td role="cell" class="number difference" data-name=${proof.columns.difference}>
                ${formatDifference(worst.difference)}
                <span class="where">${proof.in} <b>${worst.tensor}</b></span>
              </td>
              <td role="cell" class="number tolerated" data-name=${proof.columns.tolerance}>
                ${formatDifference(tolerance.atol + tolerance.rtol * Math.abs(worst.expected))}
              </td>
              <td role="cell" class="number">${shareBar.render(worst.share)}</td>`
          : html`<td role="cell" class="problem" colspan="3">
              ${problem && reasonOf(problem, this.words)}
            </td>`
      }
      <td role="cell" class="verdict">
        <span class=${holds ? 'held' : 'failed'}
          ><span class="sign" aria-hidden="true">${holds ? '✓' : '✗'}</span> ${
            holds ? proof.holds : proof.fails
          }</span
        >
      </td>
    </tr>`;
  }

  #toggle(event: Event): void {
    this.open = (event.target as HTMLDetailsElement).open;
  }
}

function reasonOf(problem: Error, words: Words): string {
  if (!(problem instanceof Mismatch)) return messageOf(problem)(words);
  const { reason } = problem;
  const { mismatch } = words.report.proof;
  if (reason.is === 'nothing') return mismatch.nothing;
  if (reason.is === 'missing') return mismatch.missing(reason.tensor);
  return mismatch.otherShape(reason.tensor, reason.expected, reason.actual);
}

function shareOf({ worst, problem }: Comparison): number | null {
  return problem === null && worst ? worst.share : null;
}

define('attention-proof-group', AttentionProofGroup);
