/** Dragging a number sideways changes it. */
import type { EditPlace } from '../../model/edits';
import { dragged } from './number-editor';

interface Dragged {
  readonly cell: HTMLElement;
  /** Where it was when the drag began: the same cell may show another answer once their order has changed. */
  readonly place: EditPlace;
  readonly pointer: number;
  readonly x: number;
  readonly value: number;
  readonly step: number;
  moved: boolean;
}

/** A press that moves less is a click. */
const kSlack = 4;

export class NumberDrag {
  #drag: Dragged | undefined;

  constructor(
    private readonly host: {
      /** The number of a cell; undefined if it cannot be changed. */
      numberOf: (
        cell: HTMLElement,
      ) => { place: EditPlace; value: number; step: number } | undefined;
      change: (place: EditPlace, value: number) => void;
    },
  ) {}

  /** With a mouse or a pen: a finger scrolls. */
  readonly start = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' || event.button !== 0) return;
    const cell = (event.target as Element).closest<HTMLElement>('.editable');
    const number = cell && this.host.numberOf(cell);
    if (!cell || !number) return;
    this.#drag = { cell, pointer: event.pointerId, x: event.clientX, ...number, moved: false };
  };

  readonly move = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.moved && Math.abs(event.clientX - drag.x) < kSlack) return;
    if (!drag.moved) {
      drag.moved = true;
      drag.cell.setPointerCapture(drag.pointer);
    }
    this.host.change(drag.place, dragged(drag, event.clientX, drag.step));
  };

  readonly end = (): void => {
    this.#drag = undefined;
  };
}
