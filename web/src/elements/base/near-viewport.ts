/** Whether an element is, or is about to be, on the screen: a controller that says when it comes. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How far off the screen still counts. In a frame of another origin browsers count only what is seen. */
const kMargin = '50% 0%';

/** One for all, however many there are. */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting);
  },
  { rootMargin: kMargin },
);
const watched = new WeakMap<Element, (near: boolean) => void>();

/**
 * Those who have something to do when they come take turns, one a frame, so that scrolling stays smooth
 * where there are many; who has gone off the screen before its turn is passed over.
 */
const coming = new Set<NearViewport>();
let turns = false;

function takeTurn(): void {
  turns = false;
  for (const next of coming) {
    coming.delete(next);
    if (!next.come()) continue;
    turns = true;
    requestAnimationFrame(takeTurn);
    return;
  }
}

export class NearViewport implements ReactiveController {
  near = false;

  constructor(
    private readonly host: ReactiveControllerHost & Element,
    /** What it gives is false when there was nothing to do. */
    readonly come: () => unknown,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    watched.set(this.host, (near) => this.#set(near));
    observer.observe(this.host);
  }

  hostDisconnected(): void {
    observer.unobserve(this.host);
    watched.delete(this.host);
    this.#set(false);
  }

  #set(near: boolean): void {
    this.near = near;
    if (!near) coming.delete(this);
    else {
      coming.add(this);
      if (!turns) takeTurn();
    }
  }
}
