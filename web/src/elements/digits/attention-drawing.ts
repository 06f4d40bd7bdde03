/** `<attention-drawing>`: paper of 28 x 28 cells and a pen, for the pointer and for the keyboard. */
import { css, html } from 'lit';
import { property, state } from 'lit/decorators.js';
import { kSide } from '../../geometry/digit-image';
import { emptyDrawing, isEmpty, type Drawing } from '../../model/examples/drawing';
import { withLine } from '../../model/examples/pen';
import type { Point } from '../../geometry/point';
import '../../words/add-digits';
import type { TranslatedMessage } from '../../words/refusal';
import { define } from '../base/define';
import { hasModifier } from '../input/has-modifier';
import { linkButtons } from '../styles/link-button.styles';
import { PaintedView } from '../base/painted-view';
import { sendView } from '../base/view-events';

/** The number of cells by which an arrow key moves the pen. */
const moves: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export class AttentionDrawing extends PaintedView {
  static override styles = [
    linkButtons,
    css`
      .paper {
        position: relative;
        inline-size: min(100%, 14rem);
        aspect-ratio: 1;
        border: 1px solid var(--muted);
        cursor: crosshair;
        touch-action: none;
      }
      canvas {
        display: block;
        inline-size: 100%;
        block-size: 100%;
        image-rendering: pixelated;
      }
      /* The position of the keyboard's pen. */
      .pen {
        display: none;
        position: absolute;
        left: calc(var(--x) / ${kSide} * 100%);
        top: calc(var(--y) / ${kSide} * 100%);
        inline-size: calc(2.4 / ${kSide} * 100%);
        aspect-ratio: 1;
        translate: -50% -50%;
        border: 2px solid var(--query);
        border-radius: 50%;
        pointer-events: none;
      }
      .paper:focus-visible .pen {
        display: block;
      }
      p {
        margin: 0.5rem 0;
        font-size: 0.875rem;
        color: var(--muted);
      }
      button:disabled {
        color: var(--muted);
        text-decoration: none;
      }
      @media (pointer: coarse) {
        button {
          min-block-size: 2.75rem;
        }
      }
    `,
  ];

  @property({ attribute: false }) drawing: Drawing = emptyDrawing;
  /** The keyboard's pen, at the middle of a cell. */
  @state() private pen: Point = { x: kSide / 2 + 0.5, y: kSide / 2 + 0.5 };
  @state() private message: TranslatedMessage | null = null;
  /** The last position of the pointer while it draws. */
  #last: Point | null = null;

  protected override render() {
    const words = this.words.drawing;
    return html`<div
        class="paper"
        dir="ltr"
        role="application"
        tabindex="0"
        aria-label=${words.label}
        aria-describedby="keys"
        @pointerdown=${(event: PointerEvent) => this.#start(event)}
        @pointermove=${(event: PointerEvent) => this.#follow(event)}
        @pointerup=${(event: PointerEvent) => this.#lift(event)}
        @pointercancel=${(event: PointerEvent) => this.#lift(event)}
        @keydown=${(event: KeyboardEvent) => this.#key(event)}
      >
        <canvas width=${kSide} height=${kSide} aria-hidden="true"></canvas>
        <span class="pen"></span>
      </div>
      <p id="keys">${words.keys}</p>
      <button type="button" ?disabled=${isEmpty(this.drawing)} @click=${() => this.#clear()}>
        ${words.clear}
      </button>
      <p class="unseen" role="status">${this.message?.(this.words)}</p>`;
  }

  protected override updated(): void {
    const { ink } = this.canvasColors;
    const context = this.renderRoot.querySelector('canvas')!.getContext('2d')!;
    context.clearRect(0, 0, kSide, kSide);
    context.fillStyle = ink;
    this.drawing.forEach((cell, i) => {
      context.globalAlpha = cell / 15;
      context.fillRect(i % kSide, Math.floor(i / kSide), 1, 1);
    });
    const pen = this.renderRoot.querySelector<HTMLElement>('.pen')!;
    pen.style.setProperty('--x', `${this.pen.x}`);
    pen.style.setProperty('--y', `${this.pen.y}`);
  }

  #start(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#last = this.#pointOf(event);
    this.#draw(this.#last, this.#last);
  }

  #follow(event: PointerEvent): void {
    // A second finger draws nothing.
    if (!this.#last || !event.isPrimary) return;
    const to = this.#pointOf(event);
    this.#draw(this.#last, to);
    this.#last = to;
  }

  #lift(event: PointerEvent): void {
    if (event.isPrimary) this.#last = null;
  }

  #pointOf({ clientX, clientY }: PointerEvent): Point {
    const canvas = this.renderRoot.querySelector('canvas')!;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return {
      x: ((clientX - left) / width) * kSide,
      y: ((clientY - top) / height) * kSide,
    };
  }

  #key(event: KeyboardEvent): void {
    if (hasModifier(event)) return;
    const move = moves[event.key];
    if (!move && event.key !== ' ') return;
    event.preventDefault();
    const from = this.pen;
    const to = move ? { x: inside(from.x + move.x), y: inside(from.y + move.y) } : from;
    this.pen = to;
    if (!move || event.shiftKey) this.#draw(from, to);
    const [row, column] = [Math.floor(to.y), Math.floor(to.x)];
    const kind = this.drawing[row * kSide + column]! > 0 ? 'ink' : 'paper';
    this.message = ({ drawing }) => drawing[kind](row + 1, column + 1);
  }

  #draw(from: Point, to: Point): void {
    this.#change(withLine(this.drawing, from, to));
  }

  #clear(): void {
    this.#change(emptyDrawing);
    this.message = ({ drawing }) => drawing.cleared;
    // The button is disabled now.
    this.renderRoot.querySelector<HTMLElement>('.paper')!.focus();
  }

  #change(drawing: Drawing): void {
    this.drawing = drawing;
    sendView(this, 'attention-draw', { drawing });
  }
}

const inside = (at: number) => Math.min(kSide - 0.5, Math.max(0.5, at));

define('attention-drawing', AttentionDrawing);
