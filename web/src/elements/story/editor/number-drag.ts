/** Changes a number while it is dragged sideways. */

import type { ReactiveControllerHost } from 'lit';
import { PointerDrag } from '../../input/pointer-drag';

/** A number that can be changed. */
interface DraggedNumber<Place> {
  /** It captures the pointer. */
  readonly cell: HTMLElement;
  /** Its place when the drag begins. Later the cell may show another answer, because their order can change. */
  readonly place: Place;
  readonly value: number;
  readonly step: number;
}

interface Dragging<Place> {
  /** The number under the pointer; undefined if it cannot be changed. */
  readonly numberUnder: (event: PointerEvent) => DraggedNumber<Place> | undefined;
  readonly change: (place: Place, value: number) => void;
  /** Whether the changed number stays. */
  readonly end: (isKept: boolean) => void;
}

/** A press that moves less is a click. */
const kSlack = 4;
/** Pixels of a drag for one step. */
const kPixels = 4;

export const numberDrag = <Place>(
  host: ReactiveControllerHost,
  { numberUnder, change, end }: Dragging<Place>,
): PointerDrag =>
  new PointerDrag(host, (event) => {
    // A finger scrolls.
    const number = event.pointerType === 'touch' ? undefined : numberUnder(event);
    if (!number) return undefined;
    const { cell, place, value, step } = number;
    const from = { x: event.clientX, value };
    let isDrag = false;
    return {
      holder: cell,
      move: ({ clientX }) => {
        isDrag ||= Math.abs(clientX - from.x) >= kSlack;
        if (isDrag) change(place, dragged(from, clientX, step));
        return isDrag;
      },
      end,
    };
  });

/** The number after a drag to `x`. */
export const dragged = (from: { x: number; value: number }, x: number, step: number): number =>
  sevenDigits(from.value + Math.round((x - from.x) / kPixels) * step);

/** Steps of decimals add up without stray digits. */
export const sevenDigits = (value: number): number => Number(value.toPrecision(7));
