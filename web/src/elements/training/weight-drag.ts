/** Dragging a weight from one place to another: the end of an arc, or the figure of a patch. */
import type { ReactiveControllerHost } from 'lit';

interface Grip {
  readonly layer: number;
  readonly place: number;
}

interface Dragging {
  /** What is pressed; null where there is nothing to drag. */
  readonly gripOf: (event: PointerEvent) => Grip | null;
  /** The place at the pointer; undefined where there is none. */
  readonly placeAt: (event: PointerEvent) => number | undefined;
  readonly drop: (layer: number, place: number) => void;
}

/** A drag begins when the pressed pointer reaches another place, so that a click stays a click. */
export class WeightDrag {
  /** Null while nothing is dragged. */
  layer: number | null = null;
  /** The place that the weight would be dropped on. */
  place = 0;
  #grip: Grip | null = null;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly dragging: Dragging,
  ) {}

  /** Whether there is a drag, or a press that may become one. */
  get isPressed(): boolean {
    return this.#grip !== null;
  }

  readonly start = (event: PointerEvent) => {
    if (event.button === 0 && event.isPrimary) this.#grip = this.dragging.gripOf(event);
  };

  readonly move = (event: PointerEvent) => {
    if (!this.#grip) return;
    // Released where nobody saw it.
    if (event.buttons === 0) return this.cancel();
    const place = this.dragging.placeAt(event);
    if (place === undefined || place === (this.layer === null ? this.#grip.place : this.place))
      return;
    if (this.layer === null) {
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      // The focus may be anywhere.
      addEventListener('keydown', this.#escape);
    }
    this.layer = this.#grip.layer;
    this.place = place;
    this.host.requestUpdate();
  };

  readonly end = () => {
    const { layer, place } = this;
    this.cancel();
    if (layer !== null) this.dragging.drop(layer, place);
  };

  readonly #escape = ({ key }: KeyboardEvent) => key === 'Escape' && this.cancel();

  readonly cancel = () => {
    removeEventListener('keydown', this.#escape);
    this.#grip = null;
    if (this.layer === null) return;
    this.layer = null;
    this.host.requestUpdate();
  };
}
