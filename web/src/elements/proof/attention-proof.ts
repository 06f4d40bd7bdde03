/** `<attention-proof>`: progress and results of the comparisons with PyTorch. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatDecimal } from '../../draw/format';
import { megabytes } from '../../model/checkpoint/site-model';
import { emptyProofRun, groupsOf, worstOf, type ProofRun } from '../../proof/run';
import type { Comparison } from '../../proof/verify';
import './attention-proof-group';
import { proofStyles } from './attention-proof.styles';
import { define } from '../base/define';
import { failure } from '../parts/failure';
import { reportParts } from '../parts/report-parts';
import { segments } from '../parts/segments';
import { sender } from '../base/sender';
import { formatDifference, formatShare } from '../parts/share-bar';
import { WordedElement } from '../base/worded';
import { problemLine } from '../parts/problem-line';
import { messageOf } from '../../words/refusal';
import '../../words/add-later';
import '../../words/add-report';
import { withUnit } from '../../words/forms/with-unit';

type Shown = 'all' | 'failures';

interface ProofOffer {
  readonly bytes: number;
  /** Null when the site has none. */
  readonly miniLm: { readonly source: string; readonly licence: string } | null;
}

const send = sender<{ 'attention-proof-again': null }>({});

/** @fires {CustomEvent} attention-proof-again - when the visitor starts the comparison, for the first time or again */
export class AttentionProof extends WordedElement {
  static override styles = [segments.styles, reportParts.styles, proofStyles];

  @property({ attribute: false }) run: ProofRun = emptyProofRun;
  /** URL of the copies of the core's headers, ending in a slash. */
  @property() headers = './core/';
  /** The size of the download that a click would start, shown before anything has run. */
  @property({ attribute: false }) offer: ProofOffer | null = null;
  @state() private filter: Shown = 'all';
  /** The pressed button disappears or is disabled, so the focus moves to the outcome. */
  #follows = false;

  protected override render() {
    const { stage, problem } = this.run;
    if (stage === 'idle') return this.#offer();
    return html`
      <div class="outcome" role="status" tabindex="-1">${this.#outcome()}</div>
      ${stage === 'loading' || stage === 'running' ? this.#progress() : nothing}
      ${problem && problemLine(messageOf(problem)(this.words))} ${this.#facts()} ${this.#controls()}
      ${this.#groups()}
    `;
  }

  protected override updated(): void {
    const outcome = this.renderRoot.querySelector<HTMLElement>('.outcome');
    if (!this.#follows || !outcome) return;
    this.#follows = false;
    outcome.focus();
  }

  /** Without an offer, the button asks for it again; it starts no download. */
  #offer() {
    const { problem } = this.run;
    return html`${failure(problem && messageOf(problem)(this.words), this.words, () => this.#ask())}
    ${this.offer ? this.#start(this.offer) : nothing}`;
  }

  #start({ bytes, miniLm }: ProofOffer) {
    const { models: words } = this.words.report.proof;
    return html`<p>${miniLm ? words.offer : words.offerSmall}</p>
      ${miniLm ? html`<p>${words.origin(miniLm.source, miniLm.licence)}</p>` : nothing}
      <div class="controls">
        <button type="button" @click=${() => this.#runAgain()}>
          ${words.load(megabytes(bytes))}
        </button>
      </div>`;
  }

  #progress() {
    const { stage, total, comparisons, current } = this.run;
    const { marks, report } = this.words;
    const { loading, proof } = report;
    const done = comparisons.length;
    const count = total === 0 ? proof.soFar(done) : proof.progress(done, total);
    const text = `${stage === 'loading' ? `${loading} ` : `${count}${marks.colon}`}${current ?? ''}`;
    return reportParts.progress(proof.finished, done, total, text);
  }

  #outcome() {
    const { stage, comparisons, total } = this.run;
    const { proof } = this.words.report;
    if (stage === 'failed') return html`<h2>${proof.broken}</h2>`;
    if (stage !== 'done') return html`<h2>${proof.computing}</h2>`;
    const failures = comparisons.filter(({ holds }) => !holds).length;
    return html`<h2 class=${failures === 0 ? '' : 'failed'}>
        <span class="sign" aria-hidden="true">${failures === 0 ? '✓' : '✗'}</span>
        ${failures === 0 ? proof.pass(total, total) : proof.fail(failures, total)}
      </h2>
      <p>${this.#largestShare('forward')}${this.#largestShare('gradients')}</p>`;
  }

  #largestShare(direction: Comparison['direction']) {
    const worst = worstOf(this.run.comparisons, direction);
    if (!worst) return nothing;
    const { proof } = this.words.report;
    const { worst: number, problem, name } = worst;
    if (problem !== null || number === null)
      return proof.notCompared(html`<b>${name}</b>`, proof.directions[direction]);
    return proof.largestShare[direction](
      formatDifference(number.difference),
      html`<b>${formatShare(number.share)}</b>`,
      proof.tensorOf(number.tensor, name),
    );
  }

  #facts() {
    const { browser, wasm, numbers, milliseconds } = this.run;
    const { report } = this.words;
    const facts: [name: string, value: string][] = [];
    if (browser !== null) facts.push([report.browser, browser]);
    if (wasm !== null) facts.push([report.proof.core(wasm.simd), kilobytes(wasm.bytes)]);
    if (numbers !== null) facts.push([report.proof.numbers, kilobytes(numbers)]);
    if (milliseconds !== null)
      facts.push([report.proof.time, `${formatDecimal(milliseconds / 1000, 2)} s`]);
    return reportParts.facts(facts);
  }

  #controls() {
    const { stage, comparisons } = this.run;
    const busy = stage === 'loading' || stage === 'running';
    const failures = comparisons.filter(({ holds }) => !holds).length;
    const { proof } = this.words.report;
    return html`<div class="controls">
      ${segments.render<Shown>({
        label: proof.shown,
        choices: [
          { value: 'all', name: proof.all },
          { value: 'failures', name: proof.failures(failures) },
        ],
        selected: this.filter,
        choose: (filter) => (this.filter = filter),
      })}
      <button type="button" ?disabled=${busy} @click=${() => this.#runAgain()}>
        ${stage === 'failed' ? this.words.lab.retry : proof.again}
      </button>
    </div>`;
  }

  #groups() {
    const failuresOnly = this.filter === 'failures';
    const groups = groupsOf(this.run.comparisons).filter(
      ({ failures }) => !failuresOnly || failures > 0,
    );
    if (groups.length === 0)
      return failuresOnly && this.run.stage === 'done'
        ? html`<p class="none">${this.words.report.proof.noFailures}</p>`
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
    this.#follows = true;
    this.#ask();
  }

  #ask(): void {
    send(this, 'attention-proof-again', null);
  }
}

const kilobytes = (bytes: number) => withUnit((bytes / 1000).toFixed(0), 'kB');

/** `<attention-model-proof>`: the same for whole models, which run when the visitor clicks. */
export class AttentionModelProof extends AttentionProof {}

define('attention-proof', AttentionProof);
define('attention-model-proof', AttentionModelProof);
