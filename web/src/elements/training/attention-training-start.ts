/**
 * `<attention-training-start>`: the initial parameters of a run (a seed, or shipped parameters), and the origin of
 * shipped ones.
 */
import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { formatRight } from '../../draw/format';
import { shippedFile } from '../../model/trained/shipped-file';
import type { ShippedModel } from '../../model/trained/shipped-parameters';
import { isShippedModel } from '../../model/trained/shipped-models';
import { carriedModel } from '../../model/trained/carried';
import { taskRow } from '../../model/examples/tasks';
import { seedRow } from '../../settings/shared';
import { starts, type Start } from '../../training/training-state';
import '../../words/add-training-page';
import { paragraph } from '../../words/forms/paragraph';
import { messageOf } from '../../words/refusal';
import { define } from '../base/define';
import { inLanguage } from '../base/in-language';
import { NumberField } from '../parts/number-field';
import { segments } from '../parts/segments';
import { sender } from '../base/sender';
import { WordedElement } from '../base/worded';
import type { TrainingSession } from './training-session';
import { nextSeed } from './next-seed';

const send = sender<{ 'attention-seed': { readonly seed: number } }>({ bubbles: true });

/** @fires {CustomEvent<{ seed: number }>} attention-seed - the visitor requests another seed */
export class AttentionTrainingStart extends WordedElement {
  static override styles = [
    segments.styles,
    css`
      .line,
      .offer {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem 1rem;
      }
      .line {
        column-gap: 3rem;
        padding-block-end: 0.75rem;
        font-size: 0.875rem;
        color: var(--muted);
      }
      input {
        inline-size: 6.5rem;
        margin-inline-end: 1rem;
        padding: 0.15rem 0.3rem;
        color: var(--ink);
      }
      button {
        padding: 0.3rem 0;
        border: 0;
        background: none;
        color: var(--muted);
      }
      a {
        color: var(--ink);
        text-decoration-color: var(--muted);
        text-underline-offset: 0.3em;
      }
      button:hover {
        color: var(--ink);
        text-decoration: underline;
        text-underline-offset: 0.3em;
      }
      /* Long names wrap on a phone. */
      .segments {
        max-inline-size: 100%;
      }
      .segments label,
      .segments span {
        display: grid;
        align-items: center;
      }
      .segments label:first-of-type {
        flex: none;
      }
      .segments span {
        white-space: normal;
      }
      p {
        max-inline-size: 44rem;
        margin: 0 0 0.5rem;
        font: 400 1.125rem/1.5 var(--serif);
      }
      dl {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1.5rem;
        margin: 0 0 0.75rem;
        font-size: 0.875rem;
      }
      dl div {
        display: flex;
        gap: 0.4rem;
      }
      dt {
        color: var(--muted);
      }
      dd {
        margin: 0;
      }
      [hidden] {
        display: none;
      }
      .problem {
        color: var(--wrong);
        overflow-wrap: anywhere;
      }
      /* The seed is printed: it says which model this is. */
      @media print {
        :is(button, a, .offer) {
          display: none;
        }
      }
    `,
  ];

  /** Set by the element around this one, which renders both together. */
  @property({ attribute: false, hasChanged: () => true }) session: TrainingSession | undefined;

  /** The lab's address; empty without one. */
  @property() lab = '';
  readonly #seedField = new NumberField(this);

  protected override render() {
    const { session } = this;
    if (!session) return nothing;
    const { state, shipped } = session;
    const { isLoading, problem } = shipped;
    const isOffered = (shipped.folder !== '' || problem) && taskRow(state.model).shipped;
    const words = this.words.training.shipped;
    const model = state.from === 'shipped' ? shipped.of(state.model) : undefined;
    // Hidden, not removed: Chromium never frees radio buttons that were taken out of a shadow root.
    return html`<div class="line">
        <div>${this.#seed(state.seed)}</div>
        <div class="offer" ?hidden=${!isOffered}>
          <span aria-hidden="true">${words.label}</span>
          ${segments.render({
            label: words.label,
            choices: starts.map((start) => ({ value: start, name: words.starts[start] })),
            selected: isLoading ? 'shipped' : state.from,
            choose: (start) => this.#choose(start),
          })}
          <span role="status">${isLoading ? words.loading : ''}</span>
          ${
            problem
              ? html`<span class="problem" role="alert"
                  >${words.failed(messageOf(problem)(this.words))}</span
                >`
              : nothing
          }
        </div>
        ${
          this.lab && isShippedModel(state.model)
            ? html`<a href="${this.lab}#${inLanguage(carriedModel(state), this.language)}"
                >${words.lab}</a
              >`
            : nothing
        }
      </div>
      ${model ? this.#origin(model) : nothing}`;
  }

  /** The origin of the parameters, and their measured figures. */
  #origin({ task, seed, steps, figures, examples }: ShippedModel) {
    const words = this.words.training.shipped;
    const names: Record<string, string> = words.figures;
    const learned = taskRow(task).images && this.words.training.digitRun.shipped;
    return html`<p>
        ${paragraph([words.origin(shippedFile(task), seed, steps), learned, words.goOn])}
      </p>
      <dl aria-label=${words.measured(examples)}>
        <div>
          <dt>${words.measured(examples)}</dt>
        </div>
        ${Object.entries(figures).map(
          ([name, share]) =>
            html`<div>
              <dt>${names[name] ?? name}</dt>
              <dd>${formatRight(share)}</dd>
            </div>`,
        )}
      </dl>`;
  }

  #seed(seed: number) {
    const { seed: label, another } = this.words.training.controls;
    const choose = (to: number) => to !== seed && this.#plant(to);
    const options = { label, type: 'text', row: seedRow, value: seed, choose } as const;
    return html`${this.#seedField.render(options, this.words)}
      <button type="button" @click=${() => this.#plant(nextSeed(seed))}>${another}</button>`;
  }

  #plant(seed: number): void {
    send(this, 'attention-seed', { seed });
  }

  #choose(start: Start): void {
    const { session } = this;
    if (start === 'shipped') void session?.loadShipped();
    else if (session) session.state = { ...session.state, from: 'nothing', step: 0 };
  }
}

define('attention-training-start', AttentionTrainingStart);
