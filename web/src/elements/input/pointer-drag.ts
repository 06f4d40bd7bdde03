/** Follows a pressed pointer, wherever it goes, until it is released. Escape ends the drag, and does nothing else. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface Drag {
  /** Captures the pointer during the drag, so its cursor is shown. Default: the element whose listener calls `start`. */
  readonly holder?: Element;
  /** Whether this move drags. A press that never drags stays a click. */
  readonly move: (event: PointerEvent) => boolean;
  /** After a drag. `isDropped`: the pointer was released. */
  readonly end?: (isDropped: boolean) => void;
}

interface Press extends Drag {
  readonly holder: Element;
  readonly pointerId: number;
}

const kEvents = ['pointermove', 'pointerup', 'pointercancel', 'keydown'] as const;

export class PointerDrag implements ReactiveController {
  /** Whether the last press was a drag, so that its click must be ignored. */
  hasMoved = false;
  #press: Press | undefined;

  constructor(
    host: ReactiveControllerHost,
    /** Undefined where there is nothing to drag. */
    private readonly begin: (event: PointerEvent) => Drag | undefined,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.cancel();
  }

  /** Whether there is a drag, or a press that may become one. */
  get isPressed(): boolean {
    return this.#press !== undefined;
  }

  /** The listener for `pointerdown`. */
  readonly start = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    this.cancel();
    this.hasMoved = false;
    const drag = this.begin(event);
    if (!drag) return;
    const { currentTarget, pointerId } = event;
    this.#press = { holder: currentTarget as Element, pointerId, ...drag };
    // On the window, in the capture phase: the pointer may leave the element, any element may have the focus, and Escape
    // must reach nothing else.
    for (const type of kEvents) addEventListener(type, this.#follow, true);
  };

  readonly #follow = (event: PointerEvent | KeyboardEvent): void => {
    const { holder, pointerId, move } = this.#press!;
    if ('key' in event) {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.cancel();
    } else if (event.pointerId !== pointerId) return;
    else if (event.type === 'pointerup') this.#end(true);
    // Also ends if the button was released outside the window.
    else if (event.type === 'pointercancel' || event.buttons === 0) this.cancel();
    else if (move(event) && !this.hasMoved) {
      this.hasMoved = true;
      // It may have been removed by a new rendering.
      if (holder.isConnected) holder.setPointerCapture(pointerId);
    }
  };

  cancel(): void {
    this.#end(false);
  }

  #end(isDropped: boolean): void {
    const press = this.#press;
    if (!press) return;
    for (const type of kEvents) removeEventListener(type, this.#follow, true);
    this.#press = undefined;
    if (this.hasMoved) press.end?.(isDropped);
  }
}
