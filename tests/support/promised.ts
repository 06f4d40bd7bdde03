/** A promise, and the function that fulfils it. */
export function promised<T>(): {
  promise: Promise<T>;
  resolve: (value: T | PromiseLike<T>) => void;
} {
  let resolve!: (value: T | PromiseLike<T>) => void;
  return { promise: new Promise<T>((fulfil) => (resolve = fulfil)), resolve };
}
