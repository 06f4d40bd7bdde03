/**
 * The text typed as the visitor's own example, until the model has read it. If it cannot read the text, the text stays
 * here and the state keeps the last valid one, so that the address always describes the picture.
 */
import { Refusal } from '../../words/refusal';

/** Returns an error for a text that the model cannot read. */
type Read = (text: string) => Promise<unknown>;

interface Typed {
  readonly text: string;
  /** The problem of the text. Until a text is read, that of the previous one. */
  readonly problem: Error | undefined;
  readonly isRead: boolean;
}

/** A text of blanks is refused; an empty one is none. */
export const noWord = (text: string): Error | undefined =>
  text === '' || text.trim() ? undefined : new Refusal(({ refused }) => refused.noWord);

export class OwnDraft {
  #typed: Typed | null = null;

  get text(): string | undefined {
    return this.#typed?.text;
  }

  get problem(): Error | undefined {
    return this.#typed?.problem;
  }

  get isReading(): boolean {
    return this.#typed?.isRead === false;
  }

  /** `problem`: the message to show until the model has read the text. */
  type(text: string, problem: Error | undefined): void {
    this.#typed = { text, problem, isRead: false };
  }

  drop(): void {
    this.#typed = null;
  }

  /**
   * The text, if the model can read it. Null if it cannot, if no text waits to be read, or if another one has been typed
   * since.
   */
  async read(read: Read): Promise<string | null> {
    const typed = this.#typed;
    if (!typed || typed.isRead) return null;
    const { text } = typed;
    const found = text.trim() ? await read(text) : noWord(text);
    if (this.#typed !== typed) return null;
    return this.judge(found instanceof Error ? found : undefined);
  }

  /** The text, if it could be read; null if there is a problem. */
  judge(problem: Error | undefined): string | null {
    const text = this.#typed!.text;
    this.#typed = problem ? { text, problem, isRead: true } : null;
    return problem ? null : text;
  }
}
