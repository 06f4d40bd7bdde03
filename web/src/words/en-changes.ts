/** English texts about what the visitor has changed. Code that uses them imports add-changes.ts. */
export const changes = {
  was: 'before:',
  /** A weight and what it was: `layer 1: 3%, before: 99%`. */
  weight: (weight: string, before: string) => `${weight}, before: ${before}`,
};
