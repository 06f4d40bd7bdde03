/** Why a measurement failed, as a worker sends it. */

/** The message of an error. If the message can be translated: also its template, and the pieces that fill it. */
export interface SentProblem {
  readonly message: string;
  readonly words?: string;
  readonly pieces?: readonly string[];
}

/** Posting an Error keeps its message but drops its other fields. */
export function sentProblem(error: Error & Partial<SentProblem>): SentProblem {
  const { message, words, pieces = [] } = error;
  return { message, ...(words !== undefined && { words, pieces }) };
}
