/** Whether an element is, or is about to be, on the screen: a controller that says when it comes. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How far off the screen still counts. In a frame of another origin browsers count only what is seen. */
const kMargin = '50% 0%';

export class NearViewport implements ReactiveController {
  near = false;
  readonly #observer = new IntersectionObserver(
    (entries) => {
      this.near = entries.at(-1)!.isIntersecting;
      if (this.near) this.come();
    },
    { rootMargin: kMargin },
  );

  constructor(
    private readonly host: ReactiveControllerHost & Element,
    private readonly come: () => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer.observe(this.host);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.near = false;
  }
}
