/** `<attention-number-editor>`: one number to type over, drag, step, or set with a button. */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { withMark } from '../../../draw/format';
import { floatOf, type NumberChange } from '../../../model/edits/edits';
import '../../../words/add-story';
import type { TranslatedMessage } from '../../../words/refusal';
import { define } from '../../base/define';
import { PointerDrag } from '../../input/pointer-drag';
import { sender } from '../../base/sender';
import { takeFocus } from '../../input/take-focus';
import { WordedElement } from '../../base/worded';
import { problemLine } from '../../parts/problem-line';
import { dragged, sevenDigits } from './number-drag';

const format = /^[-−+]?(\d{1,12}([.,]\d{0,20})?|[.,]\d{1,20})(e[-−+]?\d{1,2})?$/i;

/** The typed number, with a point or a comma; undefined if it is not one. */
function parseTyped(typed: string): number | undefined {
  const text = typed.trim();
  if (!format.test(text)) return undefined;
  const value = floatOf(Number(text.replaceAll('−', '-').replace(',', '.')));
  return Number.isFinite(value) ? value : undefined;
}

export interface NumberEntry {
  /** False: the text is not a number, or the drag was canceled. */
  readonly isKept: boolean;
}

interface EditorEvents {
  'attention-number': NumberChange;
  'attention-number-typed': NumberChange;
  'attention-number-end': NumberEntry;
  'attention-number-undo': null;
  'attention-number-done': null;
}

const send = sender<EditorEvents>({});

/**
 * @fires {CustomEvent<NumberChange>} attention-number - the entered number, or the amount to add to several
 * @fires {CustomEvent<NumberChange>} attention-number-typed - while it is typed or dragged, each number on the way
 * @fires {CustomEvent<NumberEntry>} attention-number-end - after typed or dragged numbers: whether the last one stays
 * @fires {CustomEvent} attention-number-undo - when the visitor undoes the change
 * @fires {CustomEvent} attention-number-done - the focus may go back to the number
 */
export class AttentionNumberEditor extends WordedElement {
  static override styles = css`
    .line {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0.25rem 0.5rem;
    }
    label {
      flex: 1 0 100%;
      font-size: 0.875rem;
      line-height: 1.25rem;
      overflow-wrap: anywhere;
    }
    input {
      inline-size: 6.5rem;
      flex: none;
      padding: 0.1rem 0.25rem;
      font: 400 1.125rem/1.75rem var(--serif);
      text-align: end;
      border: 0;
      border-block-end: 1px solid var(--ink);
      border-radius: 0;
    }
    .drag {
      flex: none;
      inline-size: 28px;
      block-size: 32px;
      display: grid;
      place-items: center;
      color: var(--muted);
      cursor: ew-resize;
      touch-action: none;
      user-select: none;
      -webkit-user-select: none;
    }
    .buttons {
      display: flex;
      flex-wrap: wrap;
      gap: 6px;
      margin-block: 0.5rem;
    }
    button {
      min-inline-size: 34px;
      min-block-size: 30px;
      padding: 0.1rem 0.45rem;
      border-radius: 0;
      background: none;
    }
    p {
      margin: 0.25rem 0;
      font-size: 0.875rem;
      color: var(--wrong);
    }
    /* Reserves room for an error message, so that nothing moves. */
    [role='alert'] {
      min-block-size: 1.25rem;
    }
    [role='alert']:empty {
      min-block-size: 0;
    }
  `;

  @property() label = '';
  /** Undefined: several numbers are changed at once. */
  @property({ attribute: false }) value: number | undefined = 0;
  /** The number of numbers, in words. */
  @property() several = '';
  /** The increment of the arrow keys. */
  @property({ type: Number }) step = 0.1;
  @property({ type: Boolean }) edited = false;
  /** Counts changes from elsewhere; each one discards the typed text. */
  @property({ type: Number }) revision = 0;
  @state() private problem: TranslatedMessage | null = null;
  @state() private typed: string | undefined;
  /** The number that was reported last, until it is computed: further steps start from it. */
  @state() private pending: number | undefined;
  /** The number reported last while the text was typed. */
  #sent: number | undefined;
  readonly #drag = new PointerDrag(this, (event) => {
    event.preventDefault();
    this.#settle();
    // Several numbers begin at 0: each move adds what is new.
    const from = { x: event.clientX, value: this.#now ?? 0 };
    let last = sevenDigits(from.value);
    return {
      move: ({ clientX }) => {
        const to = dragged(from, clientX, this.step);
        if (to === last) return false;
        if (this.value === undefined) this.#add(to - last);
        else this.#set(to);
        last = to;
        return true;
      },
      end: (isKept) => {
        if (!isKept) this.pending = undefined;
        send(this, 'attention-number-end', { isKept });
      },
    };
  });

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isOther = changed.has('label') || changed.has('revision');
    if (isOther || this.value === this.pending) this.pending = undefined;
    if (!isOther) return;
    this.problem = null;
    this.typed = this.#sent = undefined;
  }

  protected override render() {
    const { story } = this.words;
    const { value } = this;
    const button = (label: string, name: string, press: () => void) =>
      html`<button type="button" aria-label=${name === '' ? nothing : name} @click=${press}>
        ${label}
      </button>`;
    const by = (label: string, name: string, steps: number) =>
      button(label, name, () => this.#add(steps * this.step));
    const times = (label: string, factor: number) =>
      button(label, '', () =>
        this.#now === undefined
          ? send(this, 'attention-number', { value: factor, multiplies: true })
          : this.#set(factor * this.#now),
      );
    return html`<div class="line">
        <label for="value"><bdi>${this.label}</bdi></label>
        <span class="drag" aria-hidden="true" @pointerdown=${this.#drag.start}>↔</span>
        <input
          id="value"
          inputmode="decimal"
          autocomplete="off"
          spellcheck="false"
          placeholder=${value === undefined ? this.several : nothing}
          aria-describedby="problem"
          aria-invalid=${this.problem !== null}
          .value=${live(this.typed ?? this.#text())}
          @input=${(event: Event) => this.#type((event.target as HTMLInputElement).value)}
          @focus=${() => this.#end(true)}
          @change=${() => this.#settle()}
          @keydown=${(event: KeyboardEvent) => this.#key(event)}
        />
      </div>
      ${problemLine(this.problem?.(this.words), 'problem')}
      <div class="buttons">
        ${by('−', story.less, -1)} ${by('+', story.more, 1)} ${button('0', '', () => this.#set(0))}
        ${times('× −1', -1)} ${times('× 2', 2)}
        ${
          this.edited
            ? html`<button
                type="button"
                @click=${({ target }: Event) => {
                  takeFocus(target, 'button');
                  send(this, 'attention-number-undo', null);
                }}
              >
                ${story.undo}
              </button>`
            : nothing
        }
        <slot></slot>
      </div>`;
  }

  /** Focuses the field with its number selected, or with what was typed on the number itself. */
  async edit(typed?: string): Promise<void> {
    await this.updateComplete;
    const input = this.renderRoot.querySelector('input')!;
    input.focus();
    if (typed === undefined) return input.select();
    this.#type(typed);
    await this.updateComplete;
    input.setSelectionRange(typed.length, typed.length);
  }

  /** The number as it was reported last; undefined for several. */
  get #now(): number | undefined {
    return this.value === undefined ? undefined : (this.pending ?? this.value);
  }

  #text(): string {
    const value = this.#now;
    return value === undefined
      ? ''
      : withMark(String(Number(value.toPrecision(5)))).replaceAll('-', '−');
  }

  #type(typed: string): void {
    this.typed = typed;
    const value = parseTyped(typed);
    this.problem = null;
    if (value === undefined || value === (this.#sent ?? this.#now)) return;
    this.#sent = this.pending = value;
    send(this, 'attention-number-typed', { value });
  }

  /** Text that is not a number stays, with a message beside it; the numbers are those before the typing. */
  #settle(): void {
    const { typed } = this;
    if (typed === undefined) return;
    const isKept = parseTyped(typed) !== undefined;
    if (isKept) this.typed = undefined;
    else if (typed !== '' || this.value !== undefined)
      this.problem = ({ story }) => story.notNumber(typed.slice(0, 24));
    this.#end(isKept);
  }

  #end(isKept: boolean): void {
    if (this.#sent === undefined) return;
    this.#sent = undefined;
    if (!isKept) this.pending = undefined;
    send(this, 'attention-number-end', { isKept });
  }

  /** Drops the typed text, because a number is set otherwise. */
  #drop(): void {
    this.typed = undefined;
    this.problem = null;
    this.#end(true);
  }

  #key(event: KeyboardEvent): void {
    const size = event.shiftKey ? 10 : event.altKey ? 0.1 : 1;
    const steps = { ArrowUp: size, ArrowDown: -size }[event.key];
    if (steps !== undefined) {
      event.preventDefault();
      this.#add(steps * this.step);
    } else if (event.key === 'Escape' || event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      this.#settle();
      if (event.key === 'Enter' && this.problem) return;
      this.typed = undefined;
      this.problem = null;
      send(this, 'attention-number-done', null);
    }
  }

  /** Adds to one number, or to each of several. */
  #add(by: number): void {
    if (this.#now !== undefined) return this.#set(this.#now + by);
    this.#drop();
    const value = floatOf(sevenDigits(by));
    if (Number.isFinite(value) && value !== 0) this.#report({ value, adds: true });
  }

  #set(value: number): void {
    this.#drop();
    const next = floatOf(sevenDigits(value));
    if (!Number.isFinite(next) || next === this.#now) return;
    this.pending = next;
    this.#report({ value: next });
  }

  #report(change: NumberChange): void {
    if (this.#drag.isPressed) send(this, 'attention-number-typed', change);
    else send(this, 'attention-number', change);
  }
}

define('attention-number-editor', AttentionNumberEditor);
