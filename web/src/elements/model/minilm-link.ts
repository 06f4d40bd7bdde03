/** Leads a sentence with unknown words to MiniLM, which knows all words: one click opens it there. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { linkOf } from '../../link-settings';
import type { Language, Words } from '../../words/words';
import { inLanguage } from '../base/in-language';

const kAbout = './models/minilm/about.json';

interface About {
  readonly files: Readonly<Record<string, number>>;
  readonly source: string;
  readonly licence: string;
}

export class MiniLmLink implements ReactiveController {
  /** Null where the site does not have it. */
  #about: About | null | undefined;
  #asks = false;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {}

  render(text: string, { trained: { own } }: Words, language: Language) {
    if (!this.#asks) void this.#ask();
    if (!this.#about) return nothing;
    const { files, source, licence } = this.#about;
    const bytes = Object.values(files).reduce((sum, each) => sum + each, 0);
    return html`<a
        class="elsewhere"
        href=${`./model.html#${inLanguage(linkOf({ model: 'minilm', text }), language)}`}
        >${own.openInMiniLm(Math.round(bytes / 1e6))}</a
      >
      <small>${own.origin(source, licence)}</small>`;
  }

  async #ask(): Promise<void> {
    this.#asks = true;
    try {
      const answer = await fetch(new URL(kAbout, document.baseURI));
      this.#about = (await answer.json()) as About;
    } catch {
      this.#about = null;
    }
    this.host.requestUpdate();
  }
}
