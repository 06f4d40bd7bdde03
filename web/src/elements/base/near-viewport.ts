/** A controller that detects when its host is on the screen or close to it. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Margin around the viewport. Browsers ignore it in cross-origin frames. */
const kMargin = '50% 0%';

/** One observer shared by all controllers. */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) callbacks.get(target)?.(isIntersecting);
  },
  { rootMargin: kMargin },
);
const callbacks = new WeakMap<Element, (near: boolean) => void>();

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
