/** `<attention-rounding>`: measures on demand how far the 8-bit weights are from those of the original file. */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatDecimal, formatProbability } from '../../../draw/format';
import type { FetchOptions } from '../../../model/checkpoint/fetch-model';
import { megabytes, type SiteModel } from '../../../model/checkpoint/site-model';
import { languageExamples } from '../../../model/language/language-examples';
import type { RoundingError, TextEngine, TextModel } from '../../../model/language/text-model';
import '../../../words/add-language-model';
import { paragraph } from '../../../words/forms/paragraph';
import { loaded, messageOf } from '../../../words/refusal';
import { define } from '../../base/define';
import { framedButtons } from '../../styles/framed-button.styles';
import { WordedElement } from '../../base/worded';
import '../../save/attention-save';
import type { SaveContent } from '../../save/save-content';
import { partStyles } from '../base/part.styles';
import { problemLine } from '../../parts/problem-line';

/** The model that another one was rounded from. */
export interface ExactModel {
  /** The description of a model of the site, for before it is loaded; null for the visitor's own model, which is open. */
  readonly about: SiteModel | null;
  files(options: FetchOptions): Promise<readonly File[]>;
}

interface Result {
  readonly error: RoundingError;
  readonly texts: number;
  /** Whether they include that of the visitor. */
  readonly hasOwn: boolean;
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
      @media print {
        button {
          display: none;
        }
      }
    `,
  ];

  /** The open 8-bit model. */
  @property({ attribute: false }) model: TextModel | undefined;
  /** The model that it was rounded from; nothing is shown without one. */
  @property({ attribute: false }) exact: ExactModel | null = null;
  @property({ attribute: false }) engine: (() => Promise<TextEngine>) | undefined;
  /** The visitor's text, which is compared in addition to the examples. */
  @property() text = '';
  @state() private result: Result | null = null;
  @state() private bytes = 0;
  @state() private problem: Error | null = null;
  @state() private running: AbortController | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#cancel();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('model') || changed.has('text')) this.result = null;
    if (!changed.has('model')) return;
    this.#cancel();
    this.problem = null;
  }

  protected override render() {
    const { model, exact } = this;
    if (!exact || !model) return nothing;
    const { rounding: words, origin } = this.words.languageModel;
    const { about } = exact;
    return html`<h2>${words.title}</h2>
      <p>
        ${about ? paragraph([words.hint, origin(about.source, about.licence)]) : words.hintStored}
      </p>
      ${this.running ? html`<p>${this.#progress(about)}</p>` : nothing}
      ${this.#button(model, exact)} ${this.result ? this.#save(this.result) : nothing}
      <div role="status">${this.result ? this.#result(this.result) : nothing}</div>
      ${problemLine(this.problem && messageOf(this.problem)(this.words))}`;
  }

  /** Always the same button, so that it keeps the focus. */
  #button(model: TextModel, exact: ExactModel) {
    const { rounding: words, cancel } = this.words.languageModel;
    const { about } = exact;
    const start = about ? words.start(megabytes(about.bytes)) : words.startStored;
    const press = () => (this.running ? this.#cancel() : void this.#compare(model, exact));
    return html`<button type="button" @click=${press}>${this.running ? cancel : start}</button>`;
  }

  #progress(about: SiteModel | null) {
    const { rounding: words, loading, opening } = this.words.languageModel;
    if (!about) return html`<progress aria-label=${words.title}></progress> ${opening}`;
    const { bytes: all } = about;
    return html`<progress
        max=${all}
        .value=${Math.min(this.bytes, all)}
        aria-label=${words.title}
      ></progress>
      ${loading(megabytes(this.bytes), megabytes(all))}`;
  }

  #save({ error }: Result) {
    return html`<attention-save
      label=${this.words.languageModel.rounding.title}
      .content=${() => savedError(error)}
    ></attention-save>`;
  }

  #result({ error, texts, hasOwn }: Result) {
    const { rounding: words } = this.words.languageModel;
    const rows = [
      [formatDecimal(error.largest_difference, 3), words.largest],
      [formatDecimal(error.mean_difference, 4), words.mean],
      [formatProbability(error.other_key), words.otherKey],
      [formatDecimal(error.least_cosine, 5), words.cosine],
    ];
    return html`<p>${hasOwn ? words.measured(texts) : words.measuredExamples(texts)}</p>
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

  async #compare(model: TextModel, { files: filesOf }: ExactModel): Promise<void> {
    this.#cancel();
    const running = (this.running = new AbortController());
    const { signal } = running;
    [this.bytes, this.problem] = [0, null];
    let exact: TextModel | null = null;
    try {
      const files = await filesOf({ signal, onProgress: (bytes) => (this.bytes = bytes) });
      const { TextModel } = await loaded(import('../../../model/language/text-model'));
      signal.throwIfAborted();
      exact = await TextModel.open(files, await this.engine!());
      signal.throwIfAborted();
      // Repeats if another text has been typed meanwhile.
      for (let text: string | null = null; text !== this.text && !signal.aborted;) {
        text = this.text;
        const texts = [
          ...new Set([text, ...languageExamples.map((example) => example.text)]),
        ].filter((each) => each.trim() !== '');
        const error = await model.roundingError(texts, exact);
        if (text === this.text && !signal.aborted)
          this.result = { error, texts: texts.length, hasOwn: texts.includes(text) };
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
