/** Leads a sentence with unknown words to MiniLM, which knows all words: one click opens it there. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { languageOf, type Language, type Words } from '../../words/words';

const kAbout = './models/minilm/about.json';

export class MiniLmLink implements ReactiveController {
  /** Of all its files; null where the site does not have it. */
  #bytes: number | null | undefined;
  #asks = false;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {}

  render(text: string, { trained: { own } }: Words, language: Language) {
    if (!this.#asks) void this.#ask();
    if (!this.#bytes) return nothing;
    return html`<a class="elsewhere" href=${`./model.html#${miniLmHash(text, language)}`}
      >${own.openInMiniLm(Math.round(this.#bytes / 1e6))}</a
    >`;
  }

  async #ask(): Promise<void> {
    this.#asks = true;
    try {
      const answer = await fetch(new URL(kAbout, document.baseURI));
      const { files } = (await answer.json()) as { files: Record<string, number> };
      this.#bytes = Object.values(files).reduce((sum, each) => sum + each, 0);
    } catch {
      this.#bytes = null;
    }
    this.host.requestUpdate();
  }
}

/** The browser's language is the default and is left out. */
export function miniLmHash(text: string, language: Language): string {
  const lang = language !== languageOf(navigator.language) && { lang: language };
  return `${new URLSearchParams({ model: 'minilm', text, ...lang })}`;
}
