/** Refusals of the engine: an Error with the template of its message and the texts that fill it. */

/** The core's refusals have the same two fields in JavaScript. */
export interface RefusalError extends Error {
  /** The template, which is the key of its translations: "expected the engine at {}, got HTTP {}". */
  words: string;
  /** One text for each {} of the template. */
  pieces: readonly string[];
}

export function refusal(words: string, pieces: readonly string[] = []): RefusalError {
  return Object.assign(new Error(filledTemplate(words, pieces)), { words, pieces });
}

function filledTemplate(words: string, pieces: readonly string[]): string {
  let next = 0;
  return words.replace(/\{\}/g, () => pieces[next++]!);
}

/** The engine itself failed, not the request: it did not start, stopped, or was closed. */
export class EngineError extends Error implements RefusalError {
  override name = 'EngineError';

  constructor(
    readonly words: string,
    readonly pieces: readonly string[] = [],
    /** The error that is the first piece, if it is one. */
    override readonly cause?: Error,
  ) {
    super(filledTemplate(words, pieces));
  }
}
