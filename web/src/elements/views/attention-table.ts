/** `<attention-table>`: a view's numbers as a text table, for screen readers and for copying. */
import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { TranslatedMessage } from '../../words/refusal';
import { copyText } from '../input/copy-text';
import { define } from '../base/define';
import { screenOnly } from '../styles/theme';
import { WordedElement } from '../base/worded';

export interface TableContent {
  /** Column headers. The first column holds the row names. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Tells which rows the page omits. A copy has all of them. */
  readonly note?: string;
  /** The rows to copy instead of `rows`: all of them, or with all their digits. */
  readonly all?: () => readonly (readonly string[])[];
}

export class AttentionTable extends WordedElement {
  static override styles = [
    screenOnly,
    css`
      summary {
        color: var(--muted);
        font-size: 0.875rem;
        cursor: pointer;
        padding-block: 0.25rem;
        inline-size: fit-content;
      }
      .scroll {
        overflow: auto;
        inline-size: fit-content;
        max-inline-size: 100%;
        max-block-size: 20rem;
        border: 1px solid var(--line);
        margin-block: 0.25rem 0.5rem;
      }
      table {
        border-collapse: collapse;
        font-size: 0.875rem;
      }
      th,
      td {
        padding: 0.15rem 0.6rem;
        text-align: end;
        white-space: nowrap;
      }
      thead th {
        position: sticky;
        inset-block-start: 0;
        background: var(--raised);
      }
      th {
        font-weight: 600;
      }
      th:first-child {
        text-align: start;
        max-inline-size: 28ch;
        white-space: normal;
        overflow-wrap: break-word;
      }
      button {
        font-size: 0.875rem;
        padding: 0.25rem 0.7rem;
      }
      p {
        margin: 0.25rem 0;
        font-size: 0.875rem;
      }
    `,
  ];

  @property() label = '';
  /** Called only while the table is open: large tables are slow to build. */
  @property({ attribute: false }) content: (() => TableContent) | undefined;
  @property({ type: Boolean, reflect: true }) open = false;
  @state() private status: TranslatedMessage | null = null;

  protected override render() {
    return html`<details @toggle=${(event: Event) => this.#toggle(event)}>
      <summary>
        ${this.words.table.summary}<span class="unseen">${this.words.table.of(this.label)}</span>
      </summary>
      ${this.open && this.content ? this.#table(this.content()) : nothing}
    </details>`;
  }

  #table({ columns, rows, note }: TableContent) {
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${this.label}>
        <table>
          <thead>
            <tr>
              ${columns.map((name) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ([name, ...values]) =>
                html`<tr>
                  <th scope="row">${name}</th>
                  ${values.map((value) => html`<td>${value}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${note ? html`<p class="muted">${note}</p>` : nothing}
      <button type="button" @click=${() => this.#copy()}>${this.words.table.copy}</button>
      <span role="status" class="muted">${this.status?.(this.words)}</span>`;
  }

  #toggle(event: Event): void {
    this.open = (event.target as HTMLDetailsElement).open;
    this.status = null;
  }

  async #copy(): Promise<void> {
    const lines = this.withDecimalMark(() => {
      const { columns, rows, all } = this.content!();
      return [columns, ...(all?.() ?? rows)].map((cells) => cells.join('\t'));
    });
    const isCopied = await copyText(lines.join('\n'));
    if (!isCopied) getSelection()?.selectAllChildren(this.renderRoot.querySelector('table')!);
    this.status = ({ clipboard }) => clipboard[isCopied ? 'copied' : 'tableSelected'];
  }
}

define('attention-table', AttentionTable);
