/**
 * `<attention-export>`: exports the numbers as files and as code, and opens files that the visitor chooses
 * or drops on the lab. Most of its code loads on first use.
 */
import { css, html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { define } from '../base/define';
import { LabView } from '../lab/lab-view';
import { sender } from '../base/sender';
import { screenOnly } from '../styles/theme';
import { problemLine } from '../parts/problem-line';

const send = sender<{ 'attention-file': null }>({});

/** @fires {CustomEvent} attention-file - when a file that the visitor has chosen is read */
export class AttentionExport extends LabView {
  static override styles = [
    screenOnly,
    css`
      :host {
        margin-block: 1.75rem 1rem;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        align-items: center;
      }
      [aria-expanded='true'] {
        border-color: var(--ink);
      }
      .muted {
        font-size: 0.875rem;
      }
      .drop {
        position: fixed;
        inset: 0.5rem;
        z-index: 1;
        display: grid;
        place-items: center;
        pointer-events: none;
        font-size: 1.125rem;
        background: color-mix(in srgb, var(--paper) 80%, transparent);
        border: 3px dashed var(--accent);
        border-radius: 8px;
      }
      .problem {
        margin: 0.5rem 0 0;
        font-size: 0.875rem;
        color: var(--wrong);
      }
    `,
  ];

  @state() private open = false;
  @state() private loaded = false;
  @state() private dropping = false;
  @state() private problem = false;
  /** Files are dropped here. */
  #zone: Element | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listenAt(null);
  }

  /** The lab that `for` names may be added later. */
  protected override updated(): void {
    this.#listenAt(this.linkedLab ?? this.closest('attention-lab') ?? this);
  }

  #listenAt(zone: Element | null): void {
    if (zone === this.#zone) return;
    for (const type of dragging) this.#zone?.removeEventListener(type, this.#drag);
    for (const type of dragging) zone?.addEventListener(type, this.#drag);
    this.#zone = zone;
  }

  protected override render() {
    const words = this.words.export;
    return html`<div class="bar">
        <button
          type="button"
          aria-expanded=${this.open}
          aria-controls="panel"
          @click=${() => this.#toggle()}
        >
          ${words.export}
        </button>
        <button type="button" @click=${() => this.#choose()}>${words.open}</button>
        <input
          type="file"
          hidden
          accept=".json,.npz,.npy,.safetensors"
          @change=${(event: Event) => this.#chosen(event.target as HTMLInputElement)}
        />
        <slot></slot>
        <span class="muted">${words.hint}</span>
      </div>
      ${this.problem ? problemLine(this.words.lab.notLoaded) : nothing}
      <div id="panel">
        ${
          this.loaded
            ? html`<attention-opened-file .lab=${this.lab} .home=${this}></attention-opened-file>
                <attention-export-panel
                  ?hidden=${!this.open}
                  .result=${this.open ? this.result : null}
                ></attention-export-panel>`
            : nothing
        }
      </div>
      ${this.dropping ? html`<div class="drop" aria-hidden="true">${words.drop}</div>` : nothing}`;
  }

  async #toggle(): Promise<void> {
    this.open = !this.open;
    await this.#load();
  }

  /** Returns whether the code could be loaded. */
  async #load(): Promise<boolean> {
    try {
      await Promise.all([import('./attention-opened-file'), import('./attention-export-panel')]);
      this.loaded = true;
      this.problem = false;
    } catch {
      this.problem = true;
    }
    await this.updateComplete;
    return this.loaded;
  }

  #choose(): void {
    this.renderRoot.querySelector('input')!.click();
  }

  #chosen(input: HTMLInputElement): void {
    const file = input.files?.[0];
    // Allows choosing the same file again after it has changed.
    input.value = '';
    if (file)
      void this.openFile(file).then((isRead) => isRead && send(this, 'attention-file', null));
  }

  /** Opens a file as if the visitor had dropped it. Returns whether its contents or their refusal are shown. */
  async openFile(file: File): Promise<boolean> {
    if (!(await this.#load())) return false;
    const opened = this.renderRoot.querySelector('attention-opened-file') as Element & {
      openFile(file: File): Promise<void>;
    };
    await opened.openFile(file);
    return true;
  }

  readonly #drag = (thrown: Event): void => {
    const event = thrown as DragEvent;
    if (!event.dataTransfer?.types.includes('Files') || !this.checkVisibility()) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    const { type, relatedTarget } = event;
    // dragleave also fires when the pointer moves between views.
    const inside = relatedTarget instanceof Node && this.#zone!.contains(relatedTarget);
    this.dropping = type === 'dragover' || (type === 'dragleave' && inside);
    const file = type === 'drop' && event.dataTransfer.files[0];
    if (file) void this.openFile(file);
  };
}

const dragging = ['dragover', 'dragleave', 'drop'] as const;

define('attention-export', AttentionExport);
