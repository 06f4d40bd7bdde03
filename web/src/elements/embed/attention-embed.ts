/** `<attention-embed>`: the button that opens the dialog for embedding. */
import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { define } from '../base/define';
import { LabView } from '../lab/lab-view';
import { screenOnly } from '../styles/theme';
import { problemLine } from '../parts/problem-line';

export class AttentionEmbed extends LabView {
  static override styles = [
    screenOnly,
    css`
      p {
        margin: 0.5rem 0 0;
        font-size: 0.875rem;
        color: var(--wrong);
      }
    `,
  ];

  /** The URL of the site with embed.html, ending with a slash. */
  @property() site: string | undefined;
  /** Loads the text of the offline file, if available. */
  @property({ attribute: false }) file: (() => Promise<string>) | undefined;
  @state() private problem = false;

  protected override render() {
    const { words } = this;
    return html`<button type="button" aria-haspopup="dialog" @click=${() => void this.#open()}>
        ${words.playground.embed}
      </button>
      ${this.problem ? problemLine(words.lab.notLoaded) : nothing}`;
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
      state: lab.result && !lab.result.opened ? lab.result.state : lab.requested,
      isOpened: Boolean(lab.result?.opened),
      lang: this.language,
      site: this.site,
      file: this.file,
    });
    this.renderRoot.append(dialog);
    (dialog as InstanceType<typeof EmbedDialog>).open();
  }
}

define('attention-embed', AttentionEmbed);
