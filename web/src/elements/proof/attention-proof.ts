/** `<attention-proof>`: progress and results of the comparisons with PyTorch. */
import { html, LitElement, nothing } from 'lit';
import { emptyReport, groupsOf, worstOf, type ProofReport } from '../../proof/report';
import type { Comparison } from '../../proof/verify';
import './attention-proof-group';
import { proofStyles } from './attention-proof.styles';
import { define } from '../base/define';
import { reportStyles } from '../base/report.styles';
import { segments } from '../base/segments';
import { formatDifference, formatShare } from '../base/share-bar';
import { theme } from '../base/theme';

type Shown = 'all' | 'failures';

export class AttentionProof extends LitElement {
  static override properties = {
    report: { attribute: false },
    headers: { type: String },
    shown: { state: true },
  };
  static override styles = [theme, segments.styles, reportStyles, proofStyles];

  declare report: ProofReport;
  /** URL of the copies of the core's headers, ending in a slash. */
  declare headers: string;
  declare shown: Shown;

  constructor() {
    super();
    this.report = emptyReport;
    this.headers = './core/';
    this.shown = 'all';
  }

  protected override render() {
    const { report } = this;
    return html`
      <div class="outcome" role="status">${this.#outcome()}</div>
      ${report.stage === 'loading' || report.stage === 'running' ? this.#progress() : nothing}
      ${
        report.problem === null
          ? nothing
          : html`<div class="problem" role="alert"><p>${report.problem}</p></div>`
      }
      ${this.#facts()} ${this.#controls()} ${this.#groups()}
    `;
  }

  #progress() {
    const { stage, total, comparisons, current } = this.report;
    const words =
      stage === 'loading' ? 'Loading …' : `${comparisons.length} of ${total}: ${current ?? ''}`;
    return html`<div class="progress">
      <progress
        aria-label="Comparisons made"
        max=${Math.max(1, total)}
        .value=${comparisons.length}
      ></progress>
      <span>${words}</span>
    </div>`;
  }

  #outcome() {
    const { stage, comparisons, total } = this.report;
    if (stage === 'failed') return html`<h2>The proof did not finish</h2>`;
    if (stage !== 'done') return html`<h2>Computing …</h2>`;
    const failures = comparisons.filter(({ holds }) => !holds).length;
    return html`<h2 class=${failures === 0 ? '' : 'failed'}>
        <span class="sign" aria-hidden="true">${failures === 0 ? '✓' : '✗'}</span>
        ${
          failures === 0
            ? `${total} of ${total} comparisons hold`
            : `${failures} of ${total} comparisons fail`
        }
      </h2>
      <p>${this.#largest('forward')} ${this.#largest('gradients')}</p>`;
  }

  #largest(direction: Comparison['direction']) {
    const worst = worstOf(this.report.comparisons, direction);
    if (!worst) return nothing;
    const what = direction === 'forward' ? 'forward' : 'gradient';
    const { worst: number, problem, name } = worst;
    if (problem !== null || number === null)
      return html`<b>${name}</b> could not be compared (${direction}).`;
    return html`The largest ${what} difference is ${formatDifference(number.difference)},
      <b>${formatShare(number.share)}</b> of the tolerance (${number.tensor} of ${name}).`;
  }

  #facts() {
    const { facts, milliseconds } = this.report;
    const time =
      milliseconds === null
        ? []
        : [{ name: 'time', value: `${(milliseconds / 1000).toFixed(2)} s` }];
    const all = [...facts, ...time];
    if (all.length === 0) return nothing;
    return html`<dl>
      ${all.map(
        ({ name, value }) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`;
  }

  #controls() {
    const { stage, comparisons } = this.report;
    const busy = stage === 'loading' || stage === 'running';
    const failures = comparisons.filter(({ holds }) => !holds).length;
    return html`<div class="controls">
      ${segments.render<Shown>({
        label: 'Comparisons shown',
        choices: [
          { value: 'all', name: 'all' },
          { value: 'failures', name: `failures (${failures})` },
        ],
        chosen: this.shown,
        choose: (shown) => (this.shown = shown),
      })}
      <button type="button" ?disabled=${busy} @click=${() => this.#runAgain()}>
        ${stage === 'failed' ? 'Try again' : 'Run again'}
      </button>
    </div>`;
  }

  #groups() {
    const failuresOnly = this.shown === 'failures';
    const groups = groupsOf(this.report.comparisons).filter(
      ({ failures }) => !failuresOnly || failures > 0,
    );
    if (groups.length === 0)
      return failuresOnly && this.report.stage === 'done'
        ? html`<p class="none">No comparison fails.</p>`
        : nothing;
    return html`<div class="groups">
      ${groups.map(
        (group) =>
          html`<attention-proof-group
            .group=${group}
            .failuresOnly=${failuresOnly}
            .headers=${this.headers}
            ?open=${group.failures > 0}
          ></attention-proof-group>`,
      )}
    </div>`;
  }

  #runAgain(): void {
    this.dispatchEvent(new CustomEvent('attention-proof-again'));
  }
}

define('attention-proof', AttentionProof);
