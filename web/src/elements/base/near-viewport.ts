/** A controller that detects when its host is on the screen or close to it. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Browsers ignore the margin in cross-origin frames. */
const observerWith = (rootMargin: string) =>
  new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) callbacks.get(target)?.(isIntersecting);
    },
    { rootMargin },
  );
/** Shared by all controllers. */
let observer = observerWith('50% 0%');
const callbacks = new Map<Element, (near: boolean) => void>();

/** After the first Tab press the margin is larger: the focus would skip views that have not been rendered. */
addEventListener('keydown', function tab({ key }) {
  if (key !== 'Tab') return;
  removeEventListener('keydown', tab);
  observer.disconnect();
  observer = observerWith('1000% 0%');
  for (const host of callbacks.keys()) observer.observe(host);
});

/**
 * Controllers whose `onNear` has not run yet. Those that draw take turns, one per frame, to keep scrolling smooth.
 * Requests to the engine's worker need no turn. A controller that leaves the viewport before its turn is removed.
 */
const pending = new Set<NearViewport>();
let scheduled = false;

function runPending(): void {
  scheduled = false;
  for (const next of pending) {
    pending.delete(next);
    if (!next.onNear()) continue;
    scheduled = true;
    requestAnimationFrame(runPending);
    return;
  }
}

export class NearViewport implements ReactiveController {
  near = false;

  constructor(
    private readonly host: ReactiveControllerHost & Element,
    /** Runs when the host comes near. Returns whether that took its turn of a frame. */
    readonly onNear: () => unknown,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    callbacks.set(this.host, (near) => this.#set(near));
    observer.observe(this.host);
  }

  hostDisconnected(): void {
    observer.unobserve(this.host);
    callbacks.delete(this.host);
    this.#set(false);
  }

  #set(near: boolean): void {
    this.near = near;
    if (!near) pending.delete(this);
    else {
      pending.add(this);
      if (!scheduled) runPending();
    }
  }
}
