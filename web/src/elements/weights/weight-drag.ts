/** Drags a weight from one place to another, by the end of an arc or the figure of a patch. */
import type { ReactiveControllerHost } from 'lit';
import { PointerDrag } from '../input/pointer-drag';

interface Grip {
  readonly layer: number;
  readonly place: number;
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

/** A drag begins when the pressed pointer reaches another place, so that a click stays a click. */
export class WeightDrag extends PointerDrag {
  /** Null while nothing is dragged. */
  layer: number | null = null;
  /** The place that the weight would be dropped on. */
  place = 0;
  #grip: Grip | null = null;

  constructor(
    host: ReactiveControllerHost,
    private readonly dragging: Dragging,
  ) {
    super(host, (event) => {
      const grip = (this.#grip = dragging.gripOf(event));
      if (!grip) return undefined;
      this.place = grip.place;
      return {
        move: (event) => {
          const place = dragging.placeAt(event);
          if (place === undefined || place === this.place) return false;
          this.layer = grip.layer;
          this.place = place;
          host.requestUpdate();
          return true;
        },
        end: (isDropped) => {
          this.layer = null;
          host.requestUpdate();
          if (isDropped) dragging.drop(grip.layer, this.place);
        },
      };
    });
  }

  hostUpdate(): void {
    const grip = this.#grip;
    if (grip && !this.dragging.hasPlace(grip.layer, Math.max(grip.place, this.place)))
      this.cancel();
  }
}
