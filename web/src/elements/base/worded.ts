/** Base class of elements with text: `this.words` holds the words in the language around the element. */
import { setDecimalMark } from '../../draw/format';
import { languages, type Language, type Words } from '../../words/words';
import { WordsController } from './language';
import { ThemedElement } from './themed';

export abstract class WordedElement extends ThemedElement {
  readonly #words = new WordsController(this);

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
    return words ? words.then(() => super.scheduleUpdate()) : super.scheduleUpdate();
  }
}
