/** Dragging the end of an arc, or a word's figure, to another word. */
import type { ReactiveControllerHost } from 'lit';

interface Dropping {
  /** The word nearest to the pointer. */
  readonly wordAt: (event: PointerEvent) => number;
  readonly drop: (layer: number, word: number) => void;
}

export class ArcDrag {
  /** Null while nothing is dragged. */
  layer: number | null = null;
  /** The word under the dragged end. */
  key = 0;
  #from = 0;
  #left = false;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly dropping: Dropping,
  ) {}

  readonly start = (event: PointerEvent) => {
    const grip = (event.target as Element).closest<HTMLElement>('.draggable .grip');
    if (!grip || event.button !== 0) return;
    event.preventDefault();
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.layer = Number(grip.dataset['layer']);
    this.key = this.#from = Number(grip.dataset['word']);
    this.#left = false;
    // The focus may be anywhere.
    addEventListener('keydown', this.#escape);
    this.host.requestUpdate();
  };

  readonly move = (event: PointerEvent) => {
    if (this.layer === null) return;
    const key = this.dropping.wordAt(event);
    this.#left ||= key !== this.#from;
    if (key === this.key) return;
    this.key = key;
    this.host.requestUpdate();
  };

  readonly end = () => {
    const { layer, key } = this;
    this.cancel();
    // A click without a movement changes nothing.
    if (layer !== null && this.#left) this.dropping.drop(layer, key);
  };

  readonly #escape = ({ key }: KeyboardEvent) => key === 'Escape' && this.cancel();

  readonly cancel = () => {
    removeEventListener('keydown', this.#escape);
    this.layer = null;
    this.host.requestUpdate();
  };
}
