/** `<attention-proof>`: progress and results of the comparisons with PyTorch. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { emptyReport, groupsOf, worstOf, type ProofReport } from '../../proof/report';
import type { Comparison } from '../../proof/verify';
import './attention-proof-group';
import { proofStyles } from './attention-proof.styles';
import { define } from '../base/define';
import { reportParts } from '../base/report-parts';
import { segments } from '../base/segments';
import { formatDifference, formatShare } from '../base/share-bar';
import { ThemedElement } from '../base/themed';

type Shown = 'all' | 'failures';

export class AttentionProof extends ThemedElement {
  static override styles = [segments.styles, reportParts.styles, proofStyles];

  @property({ attribute: false }) report: ProofReport = emptyReport;
  /** URL of the copies of the core's headers, ending in a slash. */
  @property() headers = './core/';
  @state() private shown: Shown = 'all';

  protected override render() {
    const { stage, problem } = this.report;
    return html`
      <div class="outcome" role="status">${this.#outcome()}</div>
      ${stage === 'loading' || stage === 'running' ? this.#progress() : nothing}
      ${problem === null ? nothing : html`<p class="problem" role="alert">${problem}</p>`}
      ${this.#facts()} ${this.#controls()} ${this.#groups()}
    `;
  }

  #progress() {
    const { stage, total, comparisons, current } = this.report;
    const words =
      stage === 'loading' ? 'Loading …' : `${comparisons.length} of ${total}: ${current ?? ''}`;
    return reportParts.progress(
      'Finished comparisons',
      comparisons.length,
      Math.max(1, total),
      words,
    );
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
            ? `${total} of ${total} checks pass`
            : `${failures} of ${total} checks fail`
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
    if (milliseconds === null) return reportParts.facts(facts);
    return reportParts.facts([...facts, ['time', `${(milliseconds / 1000).toFixed(2)} s`]]);
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
