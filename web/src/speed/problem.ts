/** Why a measurement failed, as a worker sends it. */

/** The message of an error. If the message can be translated: also its template, and the pieces that fill it. */
export interface Problem {
  readonly message: string;
  readonly words?: string;
  readonly pieces?: readonly string[];
}

/** Posting an Error keeps its message but drops its other fields. */
export function problemOf(error: Error & Partial<Problem>): Problem {
  const { message, words, pieces = [] } = error;
  return { message, ...(words !== undefined && { words, pieces }) };
}
