import { describe, expect, it, vi } from 'vitest';
import { NumberDrag } from '../../../../../web/src/elements/story/editor/number-drag';

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
    expect(change).toHaveBeenCalledExactlyOnceWith('v', expect.any(Number));
    expect(drag.isUnderWay).toBe(true);
    expect(setPointerCapture).toHaveBeenCalledTimes(isConnected ? 1 : 0);
  });
});
