/** `<attention-embed>`: the button that opens the dialog for embedding. */
import { css, html, nothing } from 'lit';
import { define } from '../base/define';
import { formStyles } from '../base/form.styles';
import { LabView } from './lab-view';
import { theme } from '../base/theme';

export class AttentionEmbed extends LabView {
  static override properties = {
    site: { type: String },
    file: { attribute: false },
    problem: { state: true },
  };
  static override styles = [
    theme,
    formStyles,
    css`
      p {
        margin: 0.5rem 0 0;
        font-size: 0.875rem;
        color: var(--wrong);
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  /** The URL of the site with embed.html, ending with a slash. */
  declare site: string | undefined;
  /** Loads the text of the offline file, if available. */
  declare file: (() => Promise<string>) | undefined;
  declare problem: boolean;

  constructor() {
    super();
    this.problem = false;
  }

  protected override render() {
    const { words } = this;
    return html`<button type="button" aria-haspopup="dialog" @click=${() => void this.#open()}>
        ${words.playground.embed}
      </button>
      ${this.problem ? html`<p role="alert">${words.export.notLoaded}</p>` : nothing}`;
  }

  async #open(): Promise<void> {
    const lab = this.lab;
    if (!lab) return;
    const loaded = await import('./embed-dialog').catch(() => null);
    this.problem = loaded === null;
    if (!loaded) return;
    const { EmbedDialog } = loaded;
    const dialog =
      this.renderRoot.querySelector(EmbedDialog.tag) ?? document.createElement(EmbedDialog.tag);
    Object.assign(dialog, {
      state: lab.result && !lab.result.given ? lab.result.state : lab.wanted,
      isOpened: Boolean(lab.result?.given),
      lang: this.language,
      site: this.site,
      file: this.file,
    });
    this.renderRoot.append(dialog);
    (dialog as InstanceType<typeof EmbedDialog>).open();
  }
}

define('attention-embed', AttentionEmbed);
