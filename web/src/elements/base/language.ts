/** Translated words for an element, in the language of the nearest `lang` attribute around it. */
import type { LitElement, ReactiveController } from 'lit';
import { en } from '../../words/en/base';
import {
  hasWords,
  languageOf,
  loadWords,
  wordsIn,
  type Language,
  type Words,
} from '../../words/words';

const listeners = new Set<() => void>();
const observer = new MutationObserver(() => listeners.forEach((listener) => listener()));
const observed = { attributeFilter: ['lang'], subtree: true };

/** Redraws its host when the language changes, once the words are loaded. */
export class WordsController implements ReactiveController {
  #language: Language = 'en';

  constructor(private readonly host: LitElement) {
    host.addController(this);
  }

  get words(): Words {
    return wordsIn(this.#language) ?? en;
  }

  get language(): Language {
    return this.#language;
  }

  hostConnected(): void {
    for (const root of rootsAround(this.host)) observer.observe(root, observed);
    listeners.add(this.#update);
    this.#update();
  }

  hostDisconnected(): void {
    listeners.delete(this.#update);
    if (listeners.size === 0) observer.disconnect();
  }

  /** The host must await this before it renders. Null if the words are loaded. */
  ready(): Promise<unknown> | null {
    // The observer reports a `lang` set in this task only after the first render, so read it now.
    this.#update();
    return hasWords(this.#language) ? null : loadWords(this.#language);
  }

  readonly #update = () => {
    const language = languageOf(langAround(this.host));
    if (language === this.#language) return;
    this.#language = language;
    this.host.requestUpdate();
  };
}

function langAround(element: Element): string | null {
  const ancestor = element.closest('[lang]');
  if (ancestor) return ancestor.getAttribute('lang');
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? langAround(root.host) : null;
}

/** The document and all shadow roots around the element: an observer does not see into shadow roots. */
function rootsAround(element: Element): Node[] {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? [root, ...rootsAround(root.host)] : [root];
}
