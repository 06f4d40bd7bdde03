/** Changes a number while it is dragged sideways. */

/** A number that can be changed. */
interface DraggedNumber<Place> {
  /** It captures the pointer. */
  readonly cell: HTMLElement;
  /** Its place when the drag begins. Later the cell may show another answer, because their order can change. */
  readonly place: Place;
  readonly value: number;
  readonly step: number;
}

interface Dragged<Place> extends DraggedNumber<Place> {
  readonly pointer: number;
  readonly x: number;
}

/** A press that moves less is a click. */
const kSlack = 4;
/** Pixels of a drag for one step. */
const kPixels = 4;

export class NumberDrag<Place> {
  #drag: Dragged<Place> | undefined;
  #hasMoved = false;

  constructor(
    private readonly host: {
      /** The number under the pointer; undefined if it cannot be changed. */
      numberUnder: (event: PointerEvent) => DraggedNumber<Place> | undefined;
      change: (place: Place, value: number) => void;
    },
  ) {}

  /** Whether the last press was a drag, so that its click must be ignored. */
  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  /** Whether a number is being dragged. */
  get isUnderWay(): boolean {
    return this.#drag !== undefined && this.#hasMoved;
  }

  /** Begins with a mouse or a pen only: a finger scrolls. */
  readonly start = (event: PointerEvent): void => {
    this.#hasMoved = false;
    if (event.pointerType === 'touch' || event.button !== 0) return;
    const number = this.host.numberUnder(event);
    this.#drag = number && { pointer: event.pointerId, x: event.clientX, ...number };
  };

  readonly move = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!this.#hasMoved && Math.abs(event.clientX - drag.x) < kSlack) return;
    if (!this.#hasMoved) {
      this.#hasMoved = true;
      // The cell may have been removed by a new rendering.
      if (drag.cell.isConnected) drag.cell.setPointerCapture(drag.pointer);
    }
    this.host.change(drag.place, dragged(drag, event.clientX, drag.step));
  };

  readonly end = (): void => {
    this.#drag = undefined;
  };
}

/** The number after a drag to `x`. */
export const dragged = (from: { x: number; value: number }, x: number, step: number): number =>
  sevenDigits(from.value + Math.round((x - from.x) / kPixels) * step);

/** Steps of decimals add up without stray digits. */
export const sevenDigits = (value: number): number => Number(value.toPrecision(7));
