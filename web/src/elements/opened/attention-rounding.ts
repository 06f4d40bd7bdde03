/** `<attention-rounding>`: on demand, how far the weights in 8 bits are from those of the file in 16 bits. */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatDecimal, formatTenths } from '../../draw/format';
import { fetchModel, type SiteModelName, type SiteModels } from '../../model/fetch-model';
import { openedExamples } from '../../model/opened-examples';
import type { RoundingError, TextEngine, TextModel } from '../../model/text-model';
import '../../words/add-opened';
import { messageOf } from '../../words/refusal';
import { define } from '../base/define';
import { framedButtons } from '../base/framed-button.styles';
import { WordedElement } from '../base/worded';
import '../files/attention-save';
import type { SaveContent } from '../files/save-content';
import { partStyles } from './part.styles';

const kExact: SiteModelName = 'minilm-float16';

interface Found {
  readonly error: RoundingError;
  readonly texts: number;
}

export class AttentionRounding extends WordedElement {
  static override styles = [
    partStyles,
    framedButtons,
    css`
      dl {
        display: grid;
        grid-template-columns: max-content 1fr;
        gap: 0.25rem 1rem;
        max-inline-size: 68ch;
        margin-block: 0.75rem;
        color: var(--muted);
        font-size: 0.875rem;
      }
      dt {
        color: var(--ink);
        font-variant-numeric: tabular-nums;
        text-align: end;
      }
      dd {
        margin: 0;
      }
      button {
        margin-block: 0.5rem;
      }
    `,
  ];

  /** The model in 8 bits that is open. */
  @property({ attribute: false }) model: TextModel | undefined;
  /** Of the site, or null: nothing is shown of others, whose exact files the site does not have. */
  @property({ attribute: false }) name: SiteModelName | null = null;
  @property({ attribute: false }) engine: (() => Promise<TextEngine>) | undefined;
  @property({ attribute: false }) models: SiteModels | null | undefined;
  /** Of these models. */
  @property({ attribute: false }) folder: URL | null = null;
  /** Compared beside the examples. */
  @property() text = '';
  @state() private found: Found | null = null;
  @state() private bytes = 0;
  @state() private problem: Error | null = null;
  @state() private running: AbortController | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#cancel();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('model') || changed.has('text')) this.found = null;
    if (!changed.has('model')) return;
    this.#cancel();
    this.problem = null;
  }

  protected override render() {
    const exact = this.models?.[kExact];
    if (!exact || !this.model || this.name !== 'minilm') return nothing;
    const { rounding: words, cancel, loading, origin } = this.words.opened;
    const all = exact.bytes;
    const megabytes = (bytes: number) => Math.round(bytes / 1e6);
    return html`<h2>${words.title}</h2>
      <p>${words.hint} ${origin(exact.source, exact.licence)}</p>
      ${
        this.running
          ? html`<p>
              <progress
                max=${all}
                .value=${Math.min(this.bytes, all)}
                aria-label=${words.title}
              ></progress>
              ${loading(megabytes(this.bytes), megabytes(all))}
            </p>`
          : nothing
      }
      ${this.#button(words.start(megabytes(all)), cancel)}
      <div role="status">${this.found ? this.#result(this.found) : nothing}</div>
      <p class="problem" role="alert">
        ${this.problem ? messageOf(this.problem)(this.words) : nothing}
      </p>`;
  }

  /** One button, so that it keeps the focus. */
  #button(start: string, cancel: string) {
    const press = () => (this.running ? this.#cancel() : void this.#compare(this.model!));
    return html`<button type="button" @click=${press}>${this.running ? cancel : start}</button>`;
  }

  #result({ error, texts }: Found) {
    const { rounding: words } = this.words.opened;
    const rows = [
      [formatDecimal(error.largest_difference, 3), words.largest],
      [formatDecimal(error.mean_difference, 4), words.mean],
      [formatTenths(Math.round(1000 * error.other_key)), words.otherKey],
      [formatDecimal(error.least_cosine, 5), words.cosine],
    ];
    return html`<attention-save
        label=${words.title}
        .content=${() => savedError(error)}
      ></attention-save>
      <p>${words.measured(texts)}</p>
      <dl>
        ${rows.map(
          ([number, what]) =>
            html`<dt>${number}</dt>
              <dd>${what}</dd>`,
        )}
      </dl>`;
  }

  #cancel(): void {
    this.running?.abort();
    this.running = null;
  }

  async #compare(model: TextModel): Promise<void> {
    this.#cancel();
    const running = (this.running = new AbortController());
    const { signal } = running;
    [this.bytes, this.problem] = [0, null];
    let exact: TextModel | null = null;
    try {
      const files = await fetchModel(new URL(kExact, this.folder!), {
        signal,
        version: this.models![kExact].sha256,
        onProgress: (bytes) => (this.bytes = bytes),
      });
      const { TextModel } = await import('../../model/text-model');
      signal.throwIfAborted();
      exact = await TextModel.open(files, await this.engine!());
      // Again when another text has been typed meanwhile.
      for (let text: string | null = null; text !== this.text && !signal.aborted;) {
        text = this.text;
        const texts = [...new Set([text, ...openedExamples.map((example) => example.text)])].filter(
          (each) => each.trim() !== '',
        );
        const error = await model.roundingError(texts, exact);
        if (text === this.text && !signal.aborted) this.found = { error, texts: texts.length };
      }
    } catch (error) {
      if (!signal.aborted) this.problem = error as Error;
    } finally {
      exact?.close();
      if (this.running === running) this.running = null;
    }
  }
}

function savedError(error: RoundingError): SaveContent {
  const { largest_difference, mean_difference, other_key, least_cosine } = error;
  const named = { largest_difference, mean_difference, other_key, least_cosine };
  const data = Float32Array.from(Object.values(named));
  const tensor = { axes: ['measure', 'value'], shape: [data.length, 1], data };
  const labels = { measure: Object.keys(named), value: ['value'] };
  return { name: 'rounding', numbers: { tensor, labels }, result: null };
}

define('attention-rounding', AttentionRounding);
