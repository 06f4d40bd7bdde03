/** `<attention-changes>`: a chip for each of the visitor's changes, to undo one or all of them. */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import '../../../words/add-changes';
import '../../../words/add-story';
import { define } from '../../base/define';
import { focusPassing } from '../../input/focus-passing';
import { struck } from '../../parts/struck';
import { WordedElement } from '../../base/worded';

export interface ListedChange {
  readonly name: string;
  /** The value without the change, if it is a single number or word. */
  readonly before?: string | undefined;
  readonly now: string;
  undo(): void;
}

export class AttentionChanges extends WordedElement {
  static override styles = css`
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0.25rem 1.25rem;
      font-size: 0.875rem;
    }
    :host(:focus) {
      outline: none;
    }
    /* Takes no space and no gap; it may still have the focus of the last chip. */
    :host(:not([data-some])) {
      position: absolute;
    }
    ul {
      display: contents;
      list-style: none;
    }
    li {
      border-block-end: 1px solid var(--ink);
      color: var(--ink);
      overflow-wrap: anywhere;
    }
    s {
      color: var(--muted);
      font-style: italic;
    }
    button {
      padding: 0.1rem 0.15rem;
      min-block-size: 24px;
      color: var(--muted);
      background: none;
      border: 0;
      border-block-end: 1px dotted var(--muted);
      border-radius: 0;
    }
    li button {
      border-block-end: 0;
      text-decoration: underline dotted;
      text-underline-offset: 0.3em;
    }
    button:hover {
      color: var(--ink);
    }
    @media (pointer: coarse) {
      button {
        min-block-size: 2.75rem;
        min-inline-size: 2.75rem;
      }
    }
    @media print {
      button {
        display: none;
      }
    }
  `;

  @property({ attribute: false }) changes: readonly ListedChange[] = [];
  /** Undoes all changes. Without it there is no button for that. */
  @property({ attribute: false }) undoAll: (() => void) | undefined;
  /** The index of the first chip undone last: the next chip gets the focus. */
  #undone: number | undefined;

  protected override render() {
    const { changes, undoAll, words } = this;
    if (changes.length === 0) return nothing;
    const { marks, story } = words;
    return html`<ul role="list" aria-label=${words.changes.label}>
        ${changes.map(
          ({ name, before, now }, i) =>
            html`<li>
              <bdi>${name}</bdi
              >${marks.colon}${before === undefined ? nothing : html`${struck(before, words)} `}${now}
              <button type="button" @click=${() => this.#undo(i, () => changes[i]!.undo())}>
                ${story.undo}<span class="unseen">${marks.colon}${name}</span>
              </button>
            </li>`,
        )}
      </ul>
      ${
        undoAll && changes.length > 1
          ? html`<button type="button" @click=${() => this.#undo(0, undoAll)}>
              ${story.undoAll}
            </button>`
          : nothing
      }`;
  }

  #undo(i: number, undo: () => void): void {
    if (this.shadowRoot!.activeElement) this.#undone = i;
    undo();
  }

  /** The focus would be lost with its button. It stays where the visitor has put it meanwhile. */
  protected override updated(changed: PropertyValues<this>): void {
    this.toggleAttribute('data-some', this.changes.length > 0);
    if (this.#undone === undefined || !changed.has('changes')) return;
    if (this.changes.length >= (changed.get('changes') ?? []).length) return;
    const buttons = this.renderRoot.querySelectorAll<HTMLElement>('li button');
    const next = buttons[Math.min(this.#undone, buttons.length - 1)];
    this.#undone = undefined;
    if (!this.matches(':focus-within') && document.activeElement !== document.body) return;
    if (next) next.focus();
    else focusPassing(this);
  }
}

define('attention-changes', AttentionChanges);
