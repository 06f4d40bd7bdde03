/**
 * Loads the parts of the page that the first screen does not need, when they come near it. The Tab key loads them all,
 * since the focus would go past what is not there yet.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

const parts: Record<string, () => Promise<unknown>> = {
  story: () => import('../story/attention-story'),
  matrices: () => import('./attention-matrices'),
  maps: () => import('../head-maps/attention-head-maps'),
  guess: () => import('./guess/attention-guess'),
  film: () => import('../training/attention-training-curves'),
};

export class LaterParts implements ReactiveController {
  /** Weak, so that parts which the current model does not have are freed. */
  #seen = new WeakSet<Element>();
  readonly #observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) void this.#load(target as HTMLElement);
      }
    },
    { rootMargin: '10% 0%' },
  );

  constructor(private readonly host: ReactiveControllerHost & { renderRoot: ParentNode }) {
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('keydown', this.#tab);
  }

  hostDisconnected(): void {
    removeEventListener('keydown', this.#tab);
    this.#observer.disconnect();
    this.#seen = new WeakSet();
  }

  readonly #tab = ({ key }: KeyboardEvent): void => {
    if (key === 'Tab') for (const part of this.#parts()) void this.#load(part);
  };

  #parts(): NodeListOf<HTMLElement> {
    return this.host.renderRoot.querySelectorAll('[data-part]');
  }

  /** Without a network the part is missing, and the rest of the page works. It is tried again when it comes near again. */
  async #load(part: HTMLElement): Promise<void> {
    await parts[part.dataset['part']!]?.().then(
      () => this.#observer.unobserve(part),
      () => {},
    );
  }

  /** Observes the parts that have been rendered since: elements with a `data-part`. */
  observeNewParts(): void {
    for (const part of this.#parts()) {
      if (this.#seen.has(part)) continue;
      this.#seen.add(part);
      this.#observer.observe(part);
    }
  }
}
