/** `<attention-model-address>`: a field for the address of a folder with a model, and an error message for it. */
import { css, html, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { RequestedForm } from '../../../model/language/language-state';
import '../../../words/add-language-model';
import { paragraph } from '../../../words/forms/paragraph';
import { messageOf, Refusal } from '../../../words/refusal';
import { define } from '../../base/define';
import { framedButtons } from '../../styles/framed-button.styles';
import { WordedElement } from '../../base/worded';
import { partStyles } from '../base/part.styles';
import { sendLanguage } from '../base/language-events';
import { problemLine } from '../../parts/problem-line';

/** Whether a `<meta>` policy of the page allows only its own site. A policy in a header cannot be read. */
const readsOwnSiteOnly = () =>
  /connect-src 'self'\s*(;|$)/.test(
    document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]')
      ?.content ?? '',
  );

export class AttentionModelAddress extends WordedElement {
  static override styles = [
    partStyles,
    framedButtons,
    css`
      :host {
        display: block;
        margin-block-start: 1rem;
      }
      .field {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
      }
      input {
        flex: 1 1 16rem;
        min-inline-size: 0;
        max-inline-size: 40rem;
        padding: 0.25rem 0;
        border: 0;
        border-block-end: 1px solid var(--muted);
        font: inherit;
        color: inherit;
        background: none;
      }
    `,
  ];

  /** The address that was requested last. */
  @property() requestedAddress = '';
  /** Why it could not be opened. */
  @property({ attribute: false }) problem: Error | null = null;
  /** Whether a model is loading. */
  @property({ type: Boolean }) disabled = false;
  /** The requested form of the weights; by default that of the files. */
  @property({ attribute: false }) weights: RequestedForm | undefined;
  @state() private address = '';
  @state() private mistake: Refusal | null = null;

  override focus(): void {
    this.renderRoot.querySelector('input')?.focus();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('requestedAddress') && this.requestedAddress)
      this.address = this.requestedAddress;
    if (changed.has('problem')) this.mistake = null;
  }

  protected override render() {
    const { languageModel: words } = this.words;
    const problem = this.mistake ?? this.problem;
    return html`<form @submit=${(event: Event) => this.#open(event)}>
      <label for="address">${words.address}</label>
      <div class="field">
        <input
          id="address"
          type="text"
          inputmode="url"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          aria-describedby="address-hint address-problem"
          aria-invalid=${problem !== null}
          .value=${this.address}
          @input=${({ target }: Event) => (this.address = (target as HTMLInputElement).value)}
        />
        <button ?disabled=${this.disabled}>${words.openAddress}</button>
      </div>
      ${problemLine(problem && messageOf(problem)(this.words), 'address-problem')}
      <p id="address-hint">
        ${paragraph([words.addressHint, readsOwnSiteOnly() ? words.ownSiteOnly(location.origin) : words.otherSites])}
      </p>
    </form>`;
  }

  #open(event: Event): void {
    event.preventDefault();
    if (this.disabled) return;
    const source = this.address.trim();
    this.mistake = source ? null : new Refusal(({ languageModel }) => languageModel.noAddress);
    if (source) sendLanguage(this, 'attention-model-open', { source, weights: this.weights });
  }
}

define('attention-model-address', AttentionModelAddress);
