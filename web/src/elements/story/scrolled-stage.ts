/** The stage that the visitor has scrolled to: the one in the middle of the window. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { StageName } from '../../model/stages/stages';

/** Keys that scroll a page. A view that uses one itself prevents that. */
const kScrollKeys = ['PageUp', 'PageDown', 'ArrowUp', 'ArrowDown', 'Home', 'End', ' '];

export class ScrolledStage implements ReactiveController {
  /** The scrolled stage; undefined while a chosen stage is shown instead. */
  stage: StageName | undefined;
  /** Whether the visitor is scrolling. The page also scrolls by itself, to a chosen stage. */
  #isVisitor = false;
  #frame = 0;

  constructor(private readonly host: ReactiveControllerHost & { renderRoot: ParentNode }) {
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('wheel', this.#begin, { passive: true });
    addEventListener('touchmove', this.#begin, { passive: true });
    addEventListener('keydown', this.#press);
    addEventListener('pointerdown', this.#hold);
    addEventListener('scroll', this.#scroll, { passive: true });
  }

  hostDisconnected(): void {
    removeEventListener('wheel', this.#begin);
    removeEventListener('touchmove', this.#begin);
    removeEventListener('keydown', this.#press);
    removeEventListener('pointerdown', this.#hold);
    removeEventListener('scroll', this.#scroll);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** A stage was chosen. It is shown until the visitor scrolls. */
  rest(): void {
    this.#isVisitor = false;
    this.stage = undefined;
  }

  readonly #begin = (): void => {
    this.#isVisitor = true;
  };

  readonly #press = (event: KeyboardEvent): void => {
    if (!event.defaultPrevented && kScrollKeys.includes(event.key)) this.#begin();
  };

  /** The scrollbar is a part of the document's element, and of none inside it. */
  readonly #hold = (event: PointerEvent): void => {
    if (event.target === document.documentElement) this.#begin();
  };

  readonly #scroll = (): void => {
    if (this.#isVisitor) this.#frame ||= requestAnimationFrame(this.#update);
  };

  readonly #update = (): void => {
    this.#frame = 0;
    const middle = innerHeight / 2;
    const rows = this.host.renderRoot.querySelectorAll<HTMLElement>('[data-stage]');
    const row = Array.from(rows).find((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top <= middle && middle < bottom;
    });
    const stage = row?.dataset['stage'] as StageName | undefined;
    if (!this.#isVisitor || stage === undefined || stage === this.stage) return;
    this.stage = stage;
    this.host.requestUpdate();
  };
}
