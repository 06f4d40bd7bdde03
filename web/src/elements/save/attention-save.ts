/** `<attention-save>`: a menu beside a view that saves its picture and its numbers as files. */
import { define } from '../base/define';
import { css, html } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formats, type Format, type SaveContent } from './save-content';
import { screenOnly } from '../styles/theme';
import { loaded, messageOf, type TranslatedMessage } from '../../words/refusal';
import { WordedElement } from '../base/worded';

export class AttentionSave extends WordedElement {
  static override styles = [
    css`
      :host {
        display: var(--attention-tools, block);
        float: inline-end;
      }
      button {
        display: block;
        font-size: 0.875rem;
        color: var(--muted);
        background: none;
        border: 0;
        border-radius: 4px;
        padding: 0.25rem 0.4rem;
        white-space: nowrap;
      }
      [popovertarget]::after {
        content: '';
        display: inline-block;
        margin-inline-start: 0.3em;
        border: 0.35em solid transparent;
        border-block-start-color: currentColor;
        /* Forced colors paint transparent borders, too. */
        clip-path: polygon(0 0, 100% 0, 50% 50%);
        translate: 0 0.15em;
      }
      [popover] {
        position: absolute;
        inset: auto;
        margin: 0;
        padding: 0.25rem;
        max-inline-size: 16rem;
        color: var(--ink);
        background: var(--paper);
        border: 1px solid var(--line);
        border-radius: 6px;
        box-shadow: 0 4px 16px rgb(0 0 0 / 15%);
      }
      [role='menuitem'] {
        inline-size: 100%;
        padding: 0.35rem 0.75rem;
        color: var(--ink);
        text-align: start;
      }
      [role='menuitem']:hover,
      [role='menuitem']:focus {
        background: var(--lit);
      }
      p {
        margin: 0.25rem 0.75rem;
        font-size: 0.875rem;
        color: var(--wrong);
      }
    `,
    screenOnly,
  ];

  /** What the view shows, for the button's name. */
  @property() label = '';
  /** Called when the menu opens, and when an item is chosen. */
  content: (() => SaveContent) | undefined;
  @state() private offered: readonly Format[] = formats;
  @state() private problem: TranslatedMessage | null = null;

  protected override render() {
    const words = this.words.save;
    return html`<button
        type="button"
        popovertarget="menu"
        aria-haspopup="menu"
        @keydown=${(event: KeyboardEvent) => event.key === 'Tab' && this.#hide()}
      >
        ${words.save}<span class="unseen">${words.of(this.label)}</span>
      </button>
      <div
        id="menu"
        popover
        @beforetoggle=${(event: ToggleEvent) =>
          event.newState === 'open' ? this.#open() : this.#close()}
        @keydown=${(event: KeyboardEvent) => this.#key(event)}
      >
        <div role="menu" aria-label="${words.save}${words.of(this.label)}">
          ${this.offered.map(
            (format) =>
              html`<button
                type="button"
                role="menuitem"
                tabindex="-1"
                @click=${() => void this.#save(format)}
              >
                ${words.formats[format]}
              </button>`,
          )}
        </div>
        <p role="alert" ?hidden=${!this.problem}>${this.problem?.(this.words)}</p>
      </div>`;
  }

  get #button(): HTMLElement {
    return this.renderRoot.querySelector<HTMLElement>('[popovertarget]')!;
  }

  get #menu(): HTMLElement {
    return this.renderRoot.querySelector<HTMLElement>('[popover]')!;
  }

  get #items(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('[role=menuitem]')];
  }

  #open(): void {
    this.problem = null;
    const { picture, numbers } = this.content!();
    this.offered = formats.filter((format) =>
      format === 'svg' || format === 'png' ? picture : numbers,
    );
    // Loads the code in advance; #save reports a failure.
    import('./save-files').catch(() => {});
    // The menu has a size now, but has not been painted yet.
    requestAnimationFrame(() => {
      this.#place();
      this.#items[0]?.focus();
    });
  }

  /** Returns the focus to the button, unless it has moved elsewhere. */
  #close(): void {
    if (this.#menu.matches(':focus-within')) this.#button.focus();
  }

  /** Also works while the menu is opening and the button still has the focus. */
  #hide(): void {
    if (this.#menu.matches(':popover-open')) this.#menu.hidePopover();
  }

  /** Places the menu below the button or, without enough room, above it, within the window. */
  #place(): void {
    const button = this.#button.getBoundingClientRect();
    const menu = this.#menu;
    const { offsetWidth: wide, offsetHeight: high } = menu;
    const { clientWidth, clientHeight } = document.documentElement;
    const fits = button.bottom + high <= clientHeight || button.top < high;
    const top = fits ? button.bottom : button.top - high;
    const left = Math.max(0, Math.min(button.right - wide, clientWidth - wide));
    menu.style.top = `${top + scrollY}px`;
    menu.style.left = `${left + scrollX}px`;
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Tab') return this.#hide();
    const items = this.#items;
    const focused = items.indexOf(event.target as HTMLElement);
    const to = {
      ArrowDown: (focused + 1) % items.length,
      ArrowUp: (focused + items.length - 1) % items.length,
      Home: 0,
      End: items.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    items[to]!.focus();
  }

  async #save(format: Format): Promise<void> {
    const content = this.withDecimalMark(this.content!);
    try {
      const { saveFile } = await loaded(import('./save-files'));
      // Draws the picture before it first waits, so that the decimal mark still holds.
      await this.withDecimalMark(() => saveFile(format, content, this, this.words));
      this.#menu.hidePopover();
    } catch (error) {
      const why = messageOf(error as Error);
      this.problem = (words) => words.save.failed(why(words));
    }
  }
}

define('attention-save', AttentionSave);
