/** Base class of elements with text: `this.words` holds the words in the language around the element. */
import { setDecimalMark } from '../../draw/format';
import { languages, type Language, type Words } from '../../words/words';
import { WordsController } from './language';
import { ThemedElement } from './themed';

export abstract class WordedElement extends ThemedElement {
  readonly #words = new WordsController(this);
  /** The properties set while the words load. */
  #set: Set<PropertyKey> | null = null;
  #newer: [name: PropertyKey, value: unknown][] = [];

  protected get words(): Words {
    return this.#words.words;
  }

  protected get language(): Language {
    return this.#words.language;
  }

  /** Runs `work` with the decimal mark of the element's language. Numbers that are formatted after an update need it. */
  protected withDecimalMark<T>(work: () => T): T {
    setDecimalMark(languages[this.language].decimalMark);
    return work();
  }

  protected override performUpdate(): void {
    this.withDecimalMark(() => super.performUpdate());
  }

  /** Waits for the words, so that the element never renders in the wrong language first. */
  protected override scheduleUpdate(): void | Promise<unknown> {
    const words = this.#words.ready();
    if (words) {
      this.#set ??= new Set();
      // Meanwhile the language may have changed, or more texts may be needed.
      return words.then(() => this.scheduleUpdate());
    }
    this.#newer = Array.from(this.#set ?? [], (name) => [name, Reflect.get(this, name)]);
    this.#set = null;
    return super.scheduleUpdate();
  }

  override requestUpdate(...change: Parameters<ThemedElement['requestUpdate']>): void {
    if (change[0] !== undefined) this.#set?.add(change[0]);
    super.requestUpdate(...change);
  }

  /**
   * Lit's first update sets again what was set before the element was defined. A value that was set later, while the words
   * loaded, wins.
   */
  protected override shouldUpdate(): boolean {
    for (const [name, value] of this.#newer.splice(0)) Reflect.set(this, name, value);
    return true;
  }
}
