/** Keeps the words of the columns visible: below the formula, and above their columns as these scroll sideways. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { StrongestWords } from './strongest-word';

export class WordsInSight implements ReactiveController {
  /** The formula's height depends on the window and on the language. */
  readonly #observer = new ResizeObserver(([entry]) =>
    this.host.style.setProperty('--bar', `${entry!.borderBoxSize[0]!.blockSize}px`),
  );
  readonly #strongest: StrongestWords;
  #formula: Element | null = null;
  /** The element that the visitor scrolls, and the position that it gave the other one. */
  #scrolled: EventTarget | null = null;
  #echo = 0;

  constructor(
    private readonly host: ReactiveControllerHost &
      HTMLElement & { readonly renderRoot: ParentNode },
  ) {
    this.#strongest = new StrongestWords(host);
    host.addController(this);
  }

  hostUpdated(): void {
    const formula = this.host.renderRoot.querySelector('.formula');
    if (formula === this.#formula) return;
    this.#observer.disconnect();
    this.#formula = formula;
    if (formula) this.#observer.observe(formula);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#formula = null;
  }

  /** The words scroll with the lines, and the lines with the words. */
  readonly follow = ({ currentTarget }: Event): void => {
    const { scrollLeft } = currentTarget as Element;
    // Ignores the position that the other element has set.
    if (scrollLeft === this.#echo) return;
    this.#scrolled = currentTarget;
    for (const one of this.host.renderRoot.querySelectorAll('.column-words, .scroll')) {
      if (one === currentTarget) continue;
      one.scrollLeft = scrollLeft;
      this.#echo = one.scrollLeft;
    }
    this.#strongest.update();
  };

  /** When scrolling ends, only whole columns are visible. */
  readonly align = ({ currentTarget }: Event): void => {
    if (currentTarget !== this.#scrolled) return;
    const scroll = currentTarget as Element;
    const pitch = parseFloat(this.host.style.getPropertyValue('--pitch'));
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    scroll.scrollTo({
      left: Math.round(scroll.scrollLeft / pitch) * pitch,
      behavior: isCalm ? 'auto' : 'smooth',
    });
  };
}
