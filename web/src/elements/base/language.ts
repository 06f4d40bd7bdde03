/** The words of the language in which an element stands: of the nearest `lang` around it. */
import type { LitElement, ReactiveController } from 'lit';
import { en } from '../../words/en';
import { languageOf, loadWords, wordsIn, type Language, type Words } from '../../words/words';

const changed = new Set<() => void>();
const observer = new MutationObserver(() => changed.forEach((look) => look()));
const seen = { attributeFilter: ['lang'], subtree: true };

/** As a controller: its host is drawn again when the language changes, and not before it has come. */
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
    for (const root of rootsAround(this.host)) observer.observe(root, seen);
    changed.add(this.#look);
    this.#look();
  }

  hostDisconnected(): void {
    changed.delete(this.#look);
    if (changed.size === 0) observer.disconnect();
  }

  /** To be awaited before the host draws. */
  ready(): Promise<unknown> | null {
    // A language that was set since is heard of only after the first drawing.
    this.#look();
    return wordsIn(this.#language) ? null : loadWords(this.#language);
  }

  readonly #look = () => {
    const language = languageOf(langAround(this.host));
    if (language === this.#language) return;
    this.#language = language;
    this.host.requestUpdate();
  };
}

function langAround(element: Element): string | null {
  const found = element.closest('[lang]');
  if (found) return found.getAttribute('lang');
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? langAround(root.host) : null;
}

/** The page, and the shadow roots on the way there: nobody sees into them from outside. */
function rootsAround(element: Element): Node[] {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? [root, ...rootsAround(root.host)] : [root];
}
