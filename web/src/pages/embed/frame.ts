/** Common parts of embedded frames: language, theme, height, the link home, and messages with the host page. */
import type { FrameSettings } from '../../embed/frame-settings';
import { fromFrame, readToFrame, type FromFrame, type ToFrame } from '../../embed/messages';
import type { Refusal } from '../../words/refusal';
import { languageOf, loadedWords } from '../../words/words';
import { LinkNotice } from '../base/link-notice';

export interface Framed<State> {
  /** Shows the state in the address. */
  read(hash: string): { settings: FrameSettings; refusal: Refusal | null };
  /** The state in the form of messages. */
  state(): object;
  /** Part of a state from a message. Throws an error if it is not one. */
  check(state: unknown): State;
  set(state: State): void;
  /** The address of the page with the same state. */
  home(): string;
}

export class Frame<State> {
  #settings!: FrameSettings;
  /** The theme and the background of the host page, once it has sent it. */
  #hostColors: { theme: 'light' | 'dark'; paper: string } | null = null;
  /** The link home when the address was read. The notice stays until it differs. */
  #linked = '';

  /** Names the invalid parts of the address. */
  readonly notice = new LinkNotice({ loaded: () => loadedWords(this.#language) });

  constructor(private readonly framed: Framed<State>) {}

  /** `early`: the messages that arrived before this script loaded. */
  show(early: readonly MessageEvent[]): void {
    this.#readAddress();
    addEventListener('hashchange', () => this.#readAddress());
    early.forEach((message) => this.#receive(message));
    addEventListener('message', (message) => this.#receive(message));
    new ResizeObserver(() => {
      const { height } = document.body.getBoundingClientRect();
      parent.postMessage(fromFrame({ kind: 'height', height }), '*');
    }).observe(document.body);
  }

  /** Sends a message to the host page, if the address names it. */
  announce(message: FromFrame): void {
    if (this.#settings.host !== null) this.#post(message);
  }

  /**
   * To be called when the state has changed, so that the link home contains it. `isOfAddress`: the model completed or
   * corrected the settings of the address; nobody has changed anything.
   */
  changed(isOfAddress = false): void {
    if (isOfAddress) this.#linked = this.framed.home();
    this.#follow();
    this.announce({ kind: 'state', state: this.framed.state() });
  }

  get #language() {
    return languageOf(this.#settings.lang ?? navigator.language);
  }

  #readAddress(): void {
    const { settings, refusal } = this.framed.read(location.hash.slice(1));
    this.#settings = settings;
    document.documentElement.lang = this.#language;
    this.notice.show(refusal);
    this.#showHostColors();
    this.#linked = this.framed.home();
    this.#follow();
  }

  /** Looks like the page around, unless the address names another theme. */
  #showHostColors(): void {
    const { dataset, style } = document.documentElement;
    const colors = this.#hostColors;
    const taken = this.#settings.theme ?? colors?.theme;
    // Canvases paint themselves again when the theme changes.
    if (colors && taken === colors.theme) style.setProperty('--attention-paper', colors.paper);
    else style.removeProperty('--attention-paper');
    if (taken) dataset['theme'] = taken;
    else delete dataset['theme'];
  }

  #takeHostColors({ theme, paper }: Extract<ToFrame, { kind: 'look' }>): void {
    this.#hostColors = { theme, paper };
    this.#showHostColors();
  }

  /** The link to the lab has the same state. The notice is about the state of the address. */
  #follow(): void {
    const { lang } = this.#settings;
    const home = this.framed.home();
    document.querySelector<HTMLAnchorElement>('#home')!.href =
      home + (lang === null ? '' : `&lang=${lang}`);
    if (home !== this.#linked) this.notice.show(null);
  }

  #receive({ data, origin, source }: MessageEvent): void {
    if (source !== parent || source === window) return;
    const { host } = this.#settings;
    try {
      const message = readToFrame(data, (state) => this.framed.check(state));
      if (message === null) return;
      if (message.kind === 'look') return this.#takeHostColors(message);
      if (origin !== host)
        return console.warn(
          `Ignored a message from ${origin}: the address does not name it as host.`,
        );
      if (message.kind === 'set') {
        this.framed.set(message.state);
        this.#follow();
      }
      this.#post({ kind: 'state', state: this.framed.state() });
    } catch (error) {
      if (origin === host) this.#post({ kind: 'refused', message: (error as Error).message });
    }
  }

  #post(message: FromFrame): void {
    const { host } = this.#settings;
    // postMessage cannot address an opaque origin.
    parent.postMessage(fromFrame(message), host === 'null' ? '*' : host!);
  }
}
