/** The layout of the words of `<attention-arcs>`: fits the font to the width, and measures positions for the arcs. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { fitWords } from '../../draw/pictures/arcs';

/** Below this width the words stand below each other. */
const kUprightWidth = 600;
const kUprightSize = 24;
/** The width that words below each other leave to the arcs on both sides. */
const kUprightArcs = 56;
/** If words are closer together than this, figures have no percent sign. */
const kCrowded = 46;
/** The number of pixels by which the canvas is wider than the sentence on either side, as in its style. */
const kOverhang = 8;

interface Host extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: ParentNode;
  /** Words that continue the word before. */
  readonly joined: readonly number[];
  /** The number of words in the upper sentence; 0 if there is only one. */
  readonly split: number;
  /** Whether there are too many words to stand below each other. */
  readonly isLong: boolean;
  repaint(): void;
}

/** How much larger type is than usual, as while presenting. */
const typeScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

export class SentenceLayout implements ReactiveController {
  /** The middle of each word along the line of words, measured from the edge of the canvas. */
  middles: number[] = [];
  /** The positions at which the arcs of each layer start, across this line. */
  bases: number[] = [];
  width = 0;
  height = 0;
  #upright = false;

  readonly #observer = new ResizeObserver(() => {
    if (!this.host.isConnected) return;
    if (!this.#turns() && this.#stage) {
      this.measure();
      this.host.repaint();
    }
  });

  constructor(
    private readonly host: Host,
    /** Called when the words change between one line and one below the other. */
    private readonly turned: (upright: boolean) => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer.observe(this.host);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  /** Whether the words have to be rendered in the other direction before they can be measured. */
  #turns(): boolean {
    const upright = this.host.clientWidth < kUprightWidth && !this.host.isLong;
    if (upright === this.#upright) return false;
    this.turned((this.#upright = upright));
    return true;
  }

  get #stage(): HTMLElement | null {
    return this.host.renderRoot.querySelector<HTMLElement>('.stage');
  }

  get #isPair(): boolean {
    return this.#stage?.querySelector('.pair') !== null;
  }

  /** The word nearest to the pointer: of two lines, of the first. */
  wordAt(event: PointerEvent): number {
    const { left, top } = this.#stage!.getBoundingClientRect();
    const along = this.#upright ? event.clientY - top : event.clientX - left + kOverhang;
    const looked = this.#isPair ? this.middles.slice(0, this.host.split) : this.middles;
    const distances = looked.map((middle) => Math.abs(middle - along));
    return distances.indexOf(Math.min(...distances));
  }

  measure(): void {
    if (this.#turns()) return;
    const stage = this.#stage!;
    const buttons = [...stage.querySelectorAll<HTMLElement>('[role=radio]')];
    // The observer also reports that fonts have loaded.
    this.#observer.observe(buttons[0]!);
    if (this.#upright) this.#fitUpright(stage, buttons);
    else this.#fit(stage, buttons);
    this.middles = buttons.map((button) =>
      this.#upright
        ? button.offsetTop + button.offsetHeight / 2
        : button.offsetLeft + button.offsetWidth / 2 + kOverhang,
    );
    const slots = stage.querySelectorAll<HTMLElement>('.slot');
    const [first, second] = slots;
    const next = this.#isPair ? slots[2 * this.host.split] : undefined;
    this.bases = next
      ? [second!.offsetTop + second!.offsetHeight, next.offsetTop]
      : this.#upright
        ? [first!.offsetLeft, second!.offsetLeft + second!.offsetWidth].map((x) => x + kOverhang)
        : [first!.offsetTop, second!.offsetTop + second!.offsetHeight];
    this.width = stage.offsetWidth + 2 * kOverhang;
    this.height = stage.offsetHeight;
    const between = this.middles
      .slice(1)
      .map((middle, i) => Math.abs(middle - this.middles[i]!))
      .filter((_, i) => next === undefined || i + 1 !== this.host.split);
    stage.toggleAttribute('data-crowded', !this.#upright && Math.min(...between) < kCrowded);
  }

  /** Larger type grows only as far as the words, their figures and the arcs fit beside each other. */
  #fitUpright(stage: HTMLElement, buttons: readonly HTMLElement[]): void {
    const scale = typeScale();
    this.#setSize(stage, kUprightSize / scale, 0);
    const widest = Math.max(...buttons.map((button) => button.offsetWidth));
    const growth = (this.host.clientWidth - kUprightArcs) / (4 * kUprightSize + widest);
    this.#setSize(stage, kUprightSize * Math.min(1, Math.max(1, growth) / scale), 0);
  }

  #fit(stage: HTMLElement, buttons: readonly HTMLElement[]): void {
    const scale = typeScale();
    const widthsAt = (size: number, line: readonly HTMLElement[]) => {
      this.#setSize(stage, size, 0);
      return line.map((button) => button.getBoundingClientRect().width / scale);
    };
    const { split, joined } = this.host;
    const lines = this.#isPair ? [buttons.slice(0, split), buttons.slice(split)] : [buttons];
    const room = this.host.clientWidth / scale;
    const all = lines.map((line) => fitWords((size) => widthsAt(size, line), room, joined.length));
    const size = Math.min(...all.map((fit) => fit.size));
    const gap = Math.min(size, ...all.map((fit) => fit.gap));
    this.#setSize(stage, size, gap);
  }

  #setSize(stage: HTMLElement, size: number, gap: number): void {
    stage.style.setProperty('--size', `${size / 16}rem`);
    stage.style.setProperty('--gap', `${gap / 16}rem`);
  }
}
