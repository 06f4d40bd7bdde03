/** A value that the page provides to its elements, whose script may run first: `provided` waits for it. */
export function provision<Value>() {
  let provide!: (value: Value) => void;
  const provided = new Promise<Value>((resolve) => (provide = resolve));
  return { provide, provided };
}
