/** The cursor of a story: the cell that Tab reaches, and what focus and keys do in the grid. */
import type { ReactiveControllerHost } from 'lit';
import { parsePlace } from '../../model/edits/edits';
import type { StageName } from '../../model/stages/stages';
import type { StoryEditing } from './editor/story-editing';
import { moveFocus } from './grid-keys';
import { keepFocus } from './kept-focus';
import { hasModifier } from '../input/has-modifier';

interface Host extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: ParentNode;
}

export class StoryCursor {
  /** The key of the cell. */
  key = '';

  constructor(
    private readonly host: Host,
    private readonly editing: StoryEditing,
    /** The focus entered a row. */
    private readonly entered: (stage: StageName) => void,
  ) {}

  focus(): void {
    this.#cell()?.focus();
  }

  /** After drawing: Tab must always reach the grid, even when the cursor's cell has gone. */
  keepCell(other: string): void {
    keepFocus(this.host.shadowRoot!, this.key);
    if (!this.#cell()) this.#moveTo(other);
  }

  readonly enter = ({ target }: FocusEvent): void => {
    const cell = target as HTMLElement;
    const { key, place } = cell.dataset;
    if (key === undefined) return;
    this.#moveTo(key);
    if (place !== undefined) this.editing.choose(parsePlace(place));
    const { stage } = cell.closest<HTMLElement>('[data-stage]')?.dataset ?? {};
    if (stage) this.entered(stage as StageName);
  };

  readonly press = (event: KeyboardEvent): void => {
    const cell = event.target as HTMLElement;
    if (hasModifier(event) || !cell.dataset['key']) return;
    if (moveFocus(event, cell)) return;
    const { place } = cell.dataset;
    if (place !== undefined) this.editing.key(parsePlace(place), event);
  };

  #cell(): HTMLElement | null {
    return this.host.renderRoot.querySelector<HTMLElement>(`[data-key="${this.key}"]`);
  }

  #moveTo(key: string): void {
    if (key === this.key) return;
    this.key = key;
    this.host.requestUpdate();
  }
}
