/** Why a measurement failed, as a worker sends it. */

/** An error's message; with the template and the pieces of which each language makes its own, if it has them. */
export interface Problem {
  readonly message: string;
  readonly words?: string;
  readonly pieces?: readonly string[];
}

/** An error that is sent loses fields of its own. */
export function problemOf(error: Error & Partial<Problem>): Problem {
  const { message, words, pieces = [] } = error;
  return { message, ...(words !== undefined && { words, pieces }) };
}
