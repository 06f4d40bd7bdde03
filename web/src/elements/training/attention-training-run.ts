/** `<attention-training-run>`: the controls of a run, and its progress. */
import { css, html } from 'lit';
import { property } from 'lit/decorators.js';
import { speeds, type Speed } from '../../training/speed';
import '../../words/add-training-page';
import { define } from '../base/define';
import { segments } from '../parts/segments';
import { sender } from '../base/sender';
import { WordedElement } from '../base/worded';
import { playButton } from './play-button';

export type RunAction =
  | { readonly do: 'play' | 'pause' | 'step' | 'rewind' }
  | { readonly do: 'speed'; readonly speed: Speed };

const send = sender<{ 'attention-run': RunAction }>({ bubbles: true });

/** @fires {CustomEvent<RunAction>} attention-run - the action that the visitor requests */
export class AttentionTrainingRun extends WordedElement {
  static override styles = [
    segments.styles,
    css`
      div {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.6rem 1rem;
      }
      button {
        padding: 0.3rem 0;
        border: 0;
        background: none;
        color: var(--muted);
      }
      button:hover:not([aria-disabled='true']) {
        color: var(--ink);
        text-decoration: underline;
        text-underline-offset: 0.3em;
      }
      /* The choice of speed. A rule separates it from the buttons, except where it may start a line. */
      .speed {
        padding-inline-start: 1rem;
        border-inline-start: 1px solid var(--line);
        font-size: 0.875rem;
        color: var(--muted);
      }
      @media (max-width: 60rem) {
        .speed {
          padding: 0;
          border: 0;
        }
      }
      .progress {
        min-inline-size: min(10.5em, 100%);
        font-size: 0.875rem;
      }
      @media print {
        div > :not(.progress) {
          display: none;
        }
      }
    `,
    playButton.styles,
  ];

  @property({ type: Boolean }) playing = false;
  /** Whether there is a model to train. */
  @property({ type: Boolean }) ready = false;
  @property({ type: Number }) first = 0;
  @property({ type: Number }) step = 0;
  @property({ type: Number }) steps = 0;
  @property() speed: Speed = '1';

  protected override render() {
    const { run: words, controls } = this.words.training;
    const { playing, ready, step, steps } = this;
    return html`<div role="group" aria-label=${controls.label}>
      ${playButton.render({
        playing,
        label: playing ? words.pause : words.play,
        press: () => this.#ask({ do: playing ? 'pause' : 'play' }),
      })}
      <span class="progress">${ready ? words.progress(step, steps) : words.starting}</span>
      ${this.#button(ready && step < steps, 'step', controls.step)}
      ${this.#button(ready && step !== this.first, 'rewind', controls.rewind(this.first))}
      <div class="speed">
        <span aria-hidden="true">${controls.speed}</span>
        ${segments.render({
          label: controls.speed,
          choices: speeds.map((speed) => ({ value: speed, name: controls.speeds[speed] })),
          selected: this.speed,
          choose: (speed) => this.#ask({ do: 'speed', speed }),
        })}
      </div>
    </div>`;
  }

  /** A button that has led to the first or last step keeps the focus. */
  #button(isUsable: boolean, action: 'step' | 'rewind', text: string) {
    return html`<button
      type="button"
      aria-disabled=${!isUsable}
      @click=${() => isUsable && this.#ask({ do: action })}
    >
      ${text}
    </button>`;
  }

  #ask(action: RunAction): void {
    send(this, 'attention-run', action);
  }
}

define('attention-training-run', AttentionTrainingRun);
