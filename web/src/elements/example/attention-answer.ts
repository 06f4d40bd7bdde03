/** `<attention-answer>`: the model's answer for a word with its probability, and the next most probable answers. */
import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { formatProbability } from '../../draw/format';
import type { Guess, GuessesBefore } from '../../model/examples/answers';
import '../../words/add-views';
import { kBeside } from '../styles/columns.styles';
import { define } from '../base/define';
import { WordedElement } from '../base/worded';
import { ghostsOf } from '../weights/later-ghosts';

const kRunnersUp = 3;

export class AttentionAnswer extends WordedElement {
  /**
   * `.badge` is hatched: there is no finding here. In a narrow element the answer itself does not scroll; the next answers
   * share one line.
   */
  static override styles = css`
    :host {
      font-size: 0.875rem;
      line-height: 1.25rem;
      color: var(--muted);
    }
    p,
    ol,
    .track {
      display: var(--attention-answer-rest, block);
    }
    p,
    ol {
      margin: 0;
      padding: 0;
      list-style: none;
    }
    .asked {
      font: italic 1em var(--serif);
      color: var(--query);
    }
    .first {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      column-gap: 0.6rem;
    }
    .answer {
      font: 400 1.5rem/2.125rem var(--serif);
      letter-spacing: -0.01em;
      color: var(--ink);
    }
    .first .share {
      font-size: 1.125rem;
      color: var(--ink);
    }
    .verdict {
      margin-inline-start: auto;
    }
    .wrong {
      color: var(--ink);
      font-weight: 600;
    }
    .track {
      block-size: 5px;
      margin-block: 2px 6px;
      background: var(--raised);
      border-block-end: 1px solid var(--line);
    }
    .bar {
      display: block;
      block-size: 100%;
      background: var(--arc);
      transform: scaleX(var(--share, 0));
      transform-origin: left;
      transition: transform 150ms ease-out;
    }
    :host(:dir(rtl)) .bar {
      transform-origin: right;
    }
    .untrained .bar {
      background: var(--pencil);
    }
    li {
      position: relative;
      display: flex;
      justify-content: space-between;
      gap: 1rem;
      block-size: 1.5rem;
    }
    li .bar {
      position: absolute;
      inset-inline: 0;
      inset-block-end: 2px;
      block-size: 2px;
    }
    li .answer-of {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .badge {
      display: block;
      inline-size: fit-content;
      block-size: 1.5rem;
      position: relative;
      inset-block-start: 4px;
      padding-inline: 0.5rem;
      border: 1px dashed var(--pencil);
      color: var(--ink);
      background: repeating-linear-gradient(
        135deg,
        transparent 0 5px,
        color-mix(in srgb, var(--pencil) 22%, transparent) 5px 6px
      );
    }
    @container (width < ${kBeside}) {
      ol {
        display: var(--attention-answer-rest, flex);
        flex-wrap: wrap;
        column-gap: 1.5rem;
      }
      li {
        gap: 0.4rem;
        max-inline-size: 100%;
      }
      li .bar {
        display: none;
      }
    }
    @media (prefers-reduced-motion: reduce) {
      .bar {
        transition: none;
      }
    }
    @media (forced-colors: active) {
      .bar {
        forced-color-adjust: none;
        background: CanvasText;
      }
    }
  `;

  /** The word that the model is asked about. */
  @property() asked = '';
  /** The most probable first. */
  @property({ attribute: false }) guesses: readonly Guess[] = [];
  /** The right answer, if it is known. */
  @property() label: string | undefined;
  @property({ type: Boolean }) trained = false;
  /** The model's guesses before it was changed. */
  @property({ attribute: false }) was: GuessesBefore | undefined;

  protected override render() {
    const [first] = this.guesses;
    if (!first) return nothing;
    const { words, was } = this;
    const { answer } = words;
    if (!Number.isFinite(first.probability))
      return html`<p>${answer.says(html`<bdi class="asked">${this.asked}</bdi>`)}</p>
        <p class="wrong" role="alert">${answer.notFinite}</p>`;
    const ghosts = was && ghostsOf(this);
    const isRight = first.token === this.label;
    return html`<div class=${this.trained ? '' : 'untrained'}>
      <p>${answer.says(html`<bdi class="asked">${this.asked}</bdi>`)}</p>
      <p class="first">
        <bdi class="answer">${first.token}</bdi>
        <span class="share">${formatProbability(first.probability)}</span>
        ${ghosts?.answerBefore(was!, first, words)}
        ${
          this.label === undefined
            ? nothing
            : html`<span class="verdict ${isRight ? '' : 'wrong'}"
                >${isRight ? answer.right : answer.wrong}</span
              >`
        }
      </p>
      <div class="track" aria-hidden="true">
        <span class="bar"></span>${ghosts?.barBefore(was!.current[0], first.probability)}
      </div>
      <ol aria-label=${answer.others}>
        ${this.#others().map(
          (guess, i) =>
            html`<li>
              <bdi class="answer-of">${guess.token}</bdi
              >${ghosts?.shareBefore(was!.current[i + 1], guess.probability, words)}<span
                >${formatProbability(guess.probability)}</span
              ><span class="bar" aria-hidden="true"></span
              >${ghosts?.barBefore(was!.current[i + 1], guess.probability)}
            </li>`,
        )}
      </ol>
      ${this.trained ? nothing : html`<span class="badge">${words.lab.untrained}</span>`}
    </div>`;
  }

  protected override updated(): void {
    if (this.was) ghostsOf(this)?.setBars(this.renderRoot);
    const guesses = [...this.guesses.slice(0, 1), ...this.#others()];
    this.renderRoot.querySelectorAll<HTMLElement>('.bar').forEach((bar, i) => {
      // Bars below one pixel are hidden.
      const { probability } = guesses[i]!;
      bar.style.setProperty('--share', probability < 0.001 ? '0' : `${probability}`);
    });
  }

  /** The next answers: one fewer if the badge takes a line, so that the height stays the same. */
  #others(): readonly Guess[] {
    return this.guesses.slice(1, kRunnersUp + (this.trained ? 1 : 0));
  }
}

define('attention-answer', AttentionAnswer);
