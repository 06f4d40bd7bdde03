/** Drags a weight from one place to another, by the end of an arc or the figure of a patch. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface Grip {
  readonly layer: number;
  readonly place: number;
}

interface Press {
  readonly grip: Grip;
  /** Has the pointer while it drags. */
  readonly stage: Element;
  readonly pointerId: number;
}

interface Dragging {
  /** The grip at the pointer; null where there is nothing to drag. */
  readonly gripOf: (event: PointerEvent) => Grip | null;
  /** The place at the pointer; undefined where there is none. */
  readonly placeAt: (event: PointerEvent) => number | undefined;
  /** Whether the layer and the place are still drawn. If another model lacks them, the drag ends. */
  readonly hasPlace: (layer: number, place: number) => boolean;
  readonly drop: (layer: number, place: number) => void;
}

const kPointerEvents = ['pointermove', 'pointerup', 'pointercancel'] as const;

/** A drag begins when the pressed pointer reaches another place, so that a click stays a click. */
export class WeightDrag implements ReactiveController {
  /** Null while nothing is dragged. */
  layer: number | null = null;
  /** The place that the weight would be dropped on. */
  place = 0;
  #press: Press | null = null;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly dragging: Dragging,
  ) {
    host.addController(this);
  }

  hostUpdate(): void {
    const grip = this.#press?.grip;
    if (grip && !this.dragging.hasPlace(grip.layer, Math.max(grip.place, this.place)))
      this.cancel();
  }

  hostDisconnected(): void {
    this.cancel();
  }

  /** Whether there is a drag, or a press that may become one. */
  get isPressed(): boolean {
    return this.#press !== null;
  }

  /** Hears `pointerdown` on the stage. */
  readonly start = (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return;
    this.cancel();
    const grip = this.dragging.gripOf(event);
    if (!grip) return;
    this.place = grip.place;
    this.#press = { grip, stage: event.currentTarget as Element, pointerId: event.pointerId };
    // Listens on the window: the first move may leave the stage, and the focus may be anywhere.
    for (const type of kPointerEvents) addEventListener(type, this.#follow);
    addEventListener('keydown', this.#escape);
  };

  readonly #follow = (event: PointerEvent) => {
    const press = this.#press;
    if (event.pointerId !== press?.pointerId) return;
    if (event.type === 'pointerup') this.#end();
    // Also ends if the button was released outside the window, or the stage has been removed.
    else if (event.type === 'pointercancel' || event.buttons === 0 || !press.stage.isConnected)
      this.cancel();
    else this.#move(event, press);
  };

  #move(event: PointerEvent, { grip, stage, pointerId }: Press): void {
    const place = this.dragging.placeAt(event);
    if (place === undefined || place === this.place) return;
    if (this.layer === null) stage.setPointerCapture(pointerId);
    this.layer = grip.layer;
    this.place = place;
    this.host.requestUpdate();
  }

  #end(): void {
    const { layer, place } = this;
    this.cancel();
    if (layer !== null) this.dragging.drop(layer, place);
  }

  readonly #escape = ({ key }: KeyboardEvent) => key === 'Escape' && this.cancel();

  cancel(): void {
    for (const type of kPointerEvents) removeEventListener(type, this.#follow);
    removeEventListener('keydown', this.#escape);
    this.#press = null;
    if (this.layer === null) return;
    this.layer = null;
    this.host.requestUpdate();
  }
}
