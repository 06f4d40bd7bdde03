import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dragged, numberDrag } from '../../../../../web/src/elements/story/editor/number-drag';
import { controllerHost } from '../../controller-host';

let here: EventTarget;

beforeEach(() => {
  here = new EventTarget();
  vi.stubGlobal('addEventListener', here.addEventListener.bind(here));
  vi.stubGlobal('removeEventListener', (type: string, listener: EventListener, capture: boolean) =>
    // Node does not take a boolean here.
    here.removeEventListener(type, listener, { capture }),
  );
});

const at = (clientX: number, more: object = {}) =>
  Object.assign(new Event('pointermove'), {
    ...{ clientX, pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1, isPrimary: true },
    ...more,
  }) as PointerEvent;

/** Drags 1 in steps of a hundredth. */
function dragging({ isConnected = true } = {}) {
  // A browser refuses pointer capture for an element that has been removed.
  const setPointerCapture = vi.fn(() => {
    if (!isConnected) throw new DOMException('', 'InvalidStateError');
  });
  const cell = { isConnected, setPointerCapture } as unknown as HTMLElement;
  const [change, end] = [vi.fn(), vi.fn()];
  const drag = numberDrag(controllerHost, {
    numberUnder: () => ({ cell, place: 'v', value: 1, step: 0.01 }),
    change,
    end,
  });
  const start = (more?: object) =>
    drag.start(Object.defineProperty(at(100, more), 'currentTarget', { value: undefined }));
  return { drag, start, change, end, setPointerCapture };
}
const move = (x: number, more?: object) => here.dispatchEvent(at(x, more));

describe('dragging a number', () => {
  it.each([true, false])('continues whether its cell is still drawn (%s) or not', (isConnected) => {
    const { drag, start, change, setPointerCapture } = dragging({ isConnected });
    start();
    move(102);
    expect(change).not.toHaveBeenCalled();
    move(110);
    // 10 pixels are 2.5 steps, rounded up.
    expect(change).toHaveBeenCalledExactlyOnceWith('v', 1.03);
    expect(drag.hasMoved).toBe(true);
    expect(drag.isPressed).toBe(true);
    expect(setPointerCapture).toHaveBeenCalledTimes(isConnected ? 1 : 0);
    // Also goes back to where it began.
    move(100);
    expect(change).toHaveBeenLastCalledWith('v', 1);
  });

  it('changes nothing after a press that left straight up and was released elsewhere', () => {
    const { drag, start, change, end } = dragging();
    start();
    move(100, { clientY: -200 });
    move(140, { buttons: 0 });
    move(180, { buttons: 0 });
    expect(change).not.toHaveBeenCalled();
    expect(end).not.toHaveBeenCalled();
    expect(drag.isPressed).toBe(false);
  });

  it.each([
    ['released', 'pointerup', true],
    ['taken away', 'pointercancel', false],
  ] as const)('says whether the number stays: the pointer is %s', (_, type, isKept) => {
    const { start, end } = dragging();
    start();
    move(110);
    here.dispatchEvent(Object.assign(new Event(type), { pointerId: 1, buttons: 0 }));
    expect(end).toHaveBeenCalledExactlyOnceWith(isKept);
  });

  it('leaves a finger to scroll', () => {
    const { drag, start } = dragging();
    start({ pointerType: 'touch' });
    expect(drag.isPressed).toBe(false);
  });

  it.each([
    [1, 104, 0.01, 1.01],
    [1, 96, 0.01, 0.99],
    [1, 101, 0.01, 1],
    [-0.1, 112, 0.1, 0.2],
    [0.7, 104, 0.1, 0.8],
    [2, 500, 0.5, 52],
  ])('takes %s at x = 100 to x = %s in steps of %s: %s', (value, x, step, expected) => {
    expect(dragged({ x: 100, value }, x, step)).toBe(expected);
  });
});
