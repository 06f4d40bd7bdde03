import { describe, expect, it, vi } from 'vitest';
import { dragged, NumberDrag } from '../../../../../web/src/elements/story/editor/number-drag';

const at = (clientX: number) =>
  ({ clientX, pointerId: 1, pointerType: 'mouse', button: 0 }) as PointerEvent;

describe('dragging a number', () => {
  it.each([true, false])('continues whether its cell is still drawn (%s) or not', (isConnected) => {
    const change = vi.fn();
    // A browser refuses pointer capture for an element that has been removed.
    const setPointerCapture = vi.fn(() => {
      if (!isConnected) throw new DOMException('', 'InvalidStateError');
    });
    const cell = { isConnected, setPointerCapture } as unknown as HTMLElement;
    const drag = new NumberDrag({
      numberUnder: () => ({ cell, place: 'v', value: 1, step: 0.01 }),
      change,
    });
    drag.start(at(100));
    drag.move(at(102));
    expect(change).not.toHaveBeenCalled();
    drag.move(at(110));
    // 10 pixels are 2.5 steps, rounded up.
    expect(change).toHaveBeenCalledExactlyOnceWith('v', 1.03);
    expect(drag.isUnderWay).toBe(true);
    expect(setPointerCapture).toHaveBeenCalledTimes(isConnected ? 1 : 0);
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
