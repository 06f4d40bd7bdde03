/** `<attention-playground>`: the ready-made composition of a lab and all its views. */
import { html, LitElement, nothing } from 'lit';
import { defaultState, type LabState } from '../state';
import './attention-arithmetic';
import './attention-bars';
import './attention-controls';
import './attention-formula';
import './attention-heads';
import './attention-heatmap';
import './attention-lab';
import type { AttentionLab } from './attention-lab';
import './attention-steps';
import './attention-tokens';
import './attention-vector';
import { define } from './define';
import type { Field, LabValue } from './lab-context';
import type { LabEngine } from './lab-engine';
import { playgroundStyles } from './attention-playground.styles';
import { theme } from './theme';

/**
 * @fires {CustomEvent<LabValue>} attention-result - what its views are given
 * @fires {CustomEvent} attention-retry - before the engine is asked once more; can be cancelled
 */
export class AttentionPlayground extends LitElement {
  static override properties = {
    engine: { attribute: false },
    problem: { state: true },
    ready: { state: true },
  };
  static override styles = [theme, playgroundStyles];

  declare engine: LabEngine | Promise<LabEngine> | undefined;
  declare problem: string | null;
  declare ready: boolean;
  /** Settings that came before there was a lab to have them. */
  #early: LabState = { ...defaultState };

  constructor() {
    super();
    this.problem = null;
    this.ready = false;
  }

  get state(): LabState {
    return this.#lab?.state ?? this.#early;
  }
  set state(state: LabState) {
    if (this.#lab) this.#lab.state = state;
    else this.#early = state;
  }

  protected override render() {
    return html`
      <attention-lab
        .engine=${this.engine}
        @attention-result=${(event: CustomEvent<LabValue>) => this.#note(event.detail)}
        @attention-visit=${(event: CustomEvent<Field>) => this.#visit(event.detail)}
      >
        <attention-formula></attention-formula>
        <attention-controls></attention-controls>
        ${
          this.problem
            ? html`<div class="problem" role="alert">
                <p>${this.problem}</p>
                <button type="button" @click=${() => this.#retry()}>Try again</button>
              </div>`
            : nothing
        }
        <div class="views" ?hidden=${!this.ready}>
          <section class="wide" aria-label="Tokens">
            <attention-tokens></attention-tokens>
          </section>
          <section class="row-of-weights" aria-label="Weights of the query">
            <attention-bars></attention-bars>
            <attention-arithmetic></attention-arithmetic>
          </section>
          <section class="grid-of-weights" aria-label="Matrix of weights">
            <attention-steps></attention-steps>
            <attention-heatmap data-fields="scores masked_scores weights"></attention-heatmap>
            <attention-heads></attention-heads>
          </section>
          <section class="wide projections" aria-label="Queries, keys and values">
            <attention-heatmap field="q" data-fields="q"></attention-heatmap>
            <attention-heatmap field="k" data-fields="k"></attention-heatmap>
            <attention-heatmap field="v" data-fields="v"></attention-heatmap>
          </section>
          <section class="wide" aria-label="Context vector">
            <attention-vector data-fields="context"></attention-vector>
          </section>
        </div>
        ${this.ready || this.problem ? nothing : html`<p class="starting">Starting the engine …</p>`}
      </attention-lab>
    `;
  }

  protected override firstUpdated(): void {
    this.#lab!.state = this.#early;
  }

  get #lab(): AttentionLab | null {
    return this.renderRoot?.querySelector('attention-lab') ?? null;
  }

  #note(value: LabValue): void {
    const { result, problem } = value;
    this.ready = result !== null;
    this.problem = problem?.setting === 'engine' ? problem.message : null;
    this.dispatchEvent(new CustomEvent('attention-result', { detail: value }));
  }

  #retry(): void {
    this.problem = null;
    // Whoever gave the engine may give another one instead.
    if (this.dispatchEvent(new CustomEvent('attention-retry', { cancelable: true })))
      this.#lab?.retry();
  }

  /** Shows where a symbol's numbers stand. */
  #visit(field: Field): void {
    if (field === 'scores' || field === 'masked_scores' || field === 'weights')
      this.#lab?.change({ step: field });
    const view = this.renderRoot.querySelector(`[data-fields~='${field}']`);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    view?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'center' });
  }
}

define('attention-playground', AttentionPlayground);
