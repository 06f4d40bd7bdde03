/** A promise, and the function that fulfils it. */
export function promised<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  return { promise: new Promise<T>((fulfil) => (resolve = fulfil)), resolve };
}
