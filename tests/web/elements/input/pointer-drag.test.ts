import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PointerDrag, type Drag } from '../../../../web/src/elements/input/pointer-drag';
import { controllerHost } from '../controller-host';

const stage = { isConnected: true, setPointerCapture: vi.fn() };

const pointer = (type: string, more: object = {}) =>
  Object.assign(new Event(type), {
    ...{ pointerId: 1, isPrimary: true, button: 0, buttons: 1, clientX: 0 },
    ...more,
  }) as PointerEvent;

/** A drag that begins where the pointer is at 10 or farther. */
function dragging() {
  const drag = {
    move: vi.fn(({ clientX }: PointerEvent) => clientX >= 10),
    end: vi.fn(),
  } satisfies Drag;
  const begin = vi.fn((): Drag | undefined => drag);
  return { ...drag, begin, pointer: new PointerDrag(controllerHost, begin) };
}

/** Presses on the stage. */
const press = (drag: PointerDrag, more?: object) => {
  const event = pointer('pointerdown', more);
  Object.defineProperty(event, 'currentTarget', { value: stage });
  drag.start(event);
};

let listeners = 0;
let here: EventTarget;

beforeEach(() => {
  here = new EventTarget();
  listeners = 0;
  vi.stubGlobal('addEventListener', (...args: Parameters<EventTarget['addEventListener']>) => {
    listeners++;
    here.addEventListener(...args);
  });
  vi.stubGlobal(
    'removeEventListener',
    (type: string, listener: EventListener, capture: boolean) => {
      listeners--;
      // Node does not take a boolean here.
      here.removeEventListener(type, listener, { capture });
    },
  );
  stage.setPointerCapture.mockClear();
});

const go = (type: string, more?: object) => here.dispatchEvent(pointer(type, more));
const escape = () => {
  const event = Object.assign(new Event('keydown'), { key: 'Escape' });
  const stopped = vi.spyOn(event, 'stopPropagation');
  here.dispatchEvent(event);
  return stopped;
};

describe('a drag', () => {
  it('follows the pointer until it is released, and is dropped there', () => {
    const drag = dragging();
    press(drag.pointer);
    go('pointermove', { clientX: 4 });
    expect(drag.pointer.hasMoved).toBe(false);
    expect(stage.setPointerCapture).not.toHaveBeenCalled();
    go('pointermove', { clientX: 12 });
    go('pointermove', { clientX: 2 });
    expect(drag.pointer.hasMoved).toBe(true);
    expect(stage.setPointerCapture).toHaveBeenCalledExactlyOnceWith(1);
    expect(drag.move).toHaveBeenCalledTimes(3);
    go('pointerup', { buttons: 0 });
    expect(drag.end).toHaveBeenCalledExactlyOnceWith(true);
    expect(drag.pointer.isPressed).toBe(false);
    expect(drag.pointer.hasMoved).toBe(true);
    go('pointermove', { clientX: 30 });
    expect(drag.move).toHaveBeenCalledTimes(3);
    expect(listeners).toBe(0);
  });

  it('is not begun by a click, whose press ends silently', () => {
    const drag = dragging();
    press(drag.pointer);
    expect(drag.pointer.isPressed).toBe(true);
    go('pointermove', { clientX: 4 });
    go('pointerup', { buttons: 0 });
    expect(drag.end).not.toHaveBeenCalled();
    expect(drag.pointer.hasMoved).toBe(false);
    expect(listeners).toBe(0);
  });

  it.each([
    ['the right button', { button: 2, buttons: 2 }],
    ['the middle button', { button: 1, buttons: 4 }],
    ['a second finger', { pointerId: 2, isPrimary: false }],
  ])('is not begun by %s', (_, more) => {
    const drag = dragging();
    press(drag.pointer, more);
    expect(drag.begin).not.toHaveBeenCalled();
    expect(drag.pointer.isPressed).toBe(false);
    expect(listeners).toBe(0);
  });

  it('does not begin where there is nothing to drag', () => {
    const drag = dragging();
    drag.begin.mockReturnValue(undefined);
    press(drag.pointer);
    expect(drag.pointer.isPressed).toBe(false);
    expect(listeners).toBe(0);
  });

  it('does not follow another pointer', () => {
    const drag = dragging();
    press(drag.pointer);
    go('pointermove', { clientX: 20, pointerId: 2 });
    go('pointerup', { pointerId: 2 });
    expect(drag.move).not.toHaveBeenCalled();
    expect(drag.pointer.isPressed).toBe(true);
  });

  it.each([
    ['was released outside of the window', () => go('pointermove', { clientX: 30, buttons: 0 })],
    ['is taken for scrolling', () => go('pointercancel')],
  ])('is canceled if the pointer %s', (_, act) => {
    for (const from of [4, 12]) {
      const drag = dragging();
      press(drag.pointer);
      go('pointermove', { clientX: from });
      act();
      expect(drag.move).toHaveBeenCalledOnce();
      expect(drag.end.mock.calls).toEqual(from < 10 ? [] : [[false]]);
      expect(drag.pointer.isPressed).toBe(false);
      expect(listeners).toBe(0);
    }
  });

  it('is canceled by Escape, which then does nothing else; other keys pass', () => {
    const drag = dragging();
    press(drag.pointer);
    go('pointermove', { clientX: 12 });
    here.dispatchEvent(Object.assign(new Event('keydown'), { key: 'a' }));
    expect(drag.pointer.hasMoved).toBe(true);
    expect(escape()).toHaveBeenCalledOnce();
    expect(drag.end).toHaveBeenCalledExactlyOnceWith(false);
    // The click after its release is still ignored.
    expect(drag.pointer.hasMoved).toBe(true);
    expect(escape()).not.toHaveBeenCalled();
    expect(listeners).toBe(0);
  });

  it('is canceled by a new press, and when its element leaves the page', () => {
    const drag = dragging();
    press(drag.pointer);
    go('pointermove', { clientX: 12 });
    press(drag.pointer);
    expect(drag.end).toHaveBeenCalledExactlyOnceWith(false);
    expect(drag.pointer.hasMoved).toBe(false);
    go('pointermove', { clientX: 12 });
    drag.pointer.hostDisconnected();
    expect(drag.end).toHaveBeenCalledTimes(2);
    expect(drag.pointer.isPressed).toBe(false);
    expect(listeners).toBe(0);
  });
});
