/** `<attention-training-text>`: the text for a model to learn: typed, pasted or from a file. */
import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { checkText, kMaxTextToLearn, minTokens, readTextFile } from '../../training/own-text';
import { rhyme } from '../../training/rhyme';
import { taskRow, type ShownTask } from '../../model/examples/tasks';
import '../../words/add-training-page';
import { messageOf } from '../../words/refusal';
import { define } from '../base/define';
import { linkButtons } from '../styles/link-button.styles';
import { sender } from '../base/sender';
import { takeFocus } from '../input/take-focus';
import { WordedElement } from '../base/worded';
import { problemLine } from '../parts/problem-line';

export interface ChosenText {
  /** Absent: the rhyme. */
  readonly text: string | undefined;
}

const send = sender<{ 'attention-text': ChosenText }>({ bubbles: true });

/** @fires {CustomEvent<ChosenText>} attention-text - the text to train on */
export class AttentionTrainingText extends WordedElement {
  static override styles = [
    linkButtons,
    css`
      :host {
        padding-block: 0.75rem;
      }
      textarea {
        display: block;
        inline-size: 100%;
        margin-block: 0.25rem;
        padding: 0.5rem 0.75rem;
        border-radius: 0;
        resize: vertical;
        font: 400 1.125rem/1.5 var(--serif);
        color: var(--ink);
      }
      .line {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0.25rem 1.5rem;
      }
      p {
        max-inline-size: 44rem;
        margin: 0.25rem 0;
        font-size: 0.875rem;
      }
      label {
        font-size: 0.875rem;
        color: var(--muted);
      }
      .problem {
        color: var(--wrong);
        overflow-wrap: anywhere;
      }
      .dropping {
        outline: 2px dashed var(--query);
        outline-offset: 2px;
      }
      @media (pointer: coarse) {
        button {
          min-block-size: 2.75rem;
        }
      }
    `,
  ];

  @property() task: ShownTask = 'characters';
  /** The text of the current run. Undefined for the rhyme. */
  @property({ attribute: false }) text: string | undefined;
  /** Tokens of an input. */
  @property({ type: Number }) length = 64;
  /** The text that has been typed since. */
  @state() private draft: string | undefined;
  @state() private problem: Error | null = null;
  @state() private dropping = false;
  /** The file that is being read. */
  #opening: File | null = null;

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (this.problem && (changed.has('task') || changed.has('length'))) this.#check();
  }

  protected override render() {
    const { learns } = taskRow(this.task);
    if (!learns) return nothing;
    const words = this.words.training.ownText;
    const { problem } = this;
    const hint = words.hint[learns](minTokens(this.length), kMaxTextToLearn);
    return html`<label for="text">${words.label}</label>
      <textarea
        id="text"
        rows="6"
        spellcheck="false"
        autocomplete="off"
        class=${this.dropping ? 'dropping' : ''}
        aria-describedby=${[...(problem ? ['problem'] : []), 'hint'].join(' ')}
        aria-invalid=${problem !== null}
        .value=${live(this.draft ?? this.text ?? rhyme)}
        @input=${(event: Event) => this.#edit((event.target as HTMLTextAreaElement).value)}
        @dragover=${(event: DragEvent) => this.#over(event)}
        @dragleave=${() => (this.dropping = false)}
        @drop=${(event: DragEvent) => this.#drop(event)}
      ></textarea>
      ${problem && problemLine(messageOf(problem)(this.words), 'problem')}
      <p id="hint" class="muted">${hint}</p>
      <div class="line">
        <button type="button" @click=${() => this.#train()}>${words.train}</button>
        <button type="button" @click=${() => this.renderRoot.querySelector('input')!.click()}>
          ${words.open}
        </button>
        ${
          this.text === undefined && (this.draft === undefined || this.draft === rhyme)
            ? nothing
            : html`<button
                type="button"
                @click=${({ target }: Event) => {
                  takeFocus(target, 'button');
                  this.#report(undefined);
                }}
              >
                ${words.rhyme}
              </button>`
        }
      </div>
      <p class="muted">${this.text === undefined ? words.inLink : words.notInLink}</p>
      <input
        type="file"
        hidden
        accept=".txt,text/plain"
        aria-label=${words.open}
        @change=${(event: Event) => this.#chosen(event.target as HTMLInputElement)}
      />`;
  }

  #edit(text: string): void {
    this.#opening = null;
    this.draft = text;
    // After a refusal, check again with each change.
    if (this.problem) this.#check();
  }

  #check(): boolean {
    try {
      checkText(this.task, this.draft ?? this.text ?? rhyme, this.length);
      this.problem = null;
    } catch (problem) {
      this.problem = problem as Error;
    }
    return this.problem === null;
  }

  #train(): void {
    if (!this.#check()) return;
    const text = this.draft ?? this.text;
    this.#report(text === rhyme ? undefined : text);
  }

  #report(text: string | undefined): void {
    this.#opening = null;
    this.draft = undefined;
    this.problem = null;
    send(this, 'attention-text', { text });
  }

  #chosen(input: HTMLInputElement): void {
    const file = input.files?.[0];
    // Allows choosing the same file again after it has changed.
    input.value = '';
    if (file) void this.#open(file);
  }

  async #open(file: File): Promise<void> {
    this.#opening = file;
    try {
      const text = await readTextFile(file);
      if (file !== this.#opening) return;
      this.draft = text;
      this.#check();
    } catch (problem) {
      if (file === this.#opening) this.problem = problem as Error;
    }
  }

  #over(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.dropping = true;
  }

  #drop(event: DragEvent): void {
    this.dropping = false;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void this.#open(file);
  }
}

define('attention-training-text', AttentionTrainingText);
