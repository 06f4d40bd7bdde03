/** Properties that a page has set on an element before the script of the elements loaded. */

/**
 * Sets them again, now through the accessors of the element's class. To be called in its constructor. Lit does this for the
 * properties it knows, but a value that an accessor refuses would keep the element from ever rendering.
 */
export function setAgain(element: object, ...names: readonly string[]): void {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue;
    const value: unknown = Reflect.get(element, name);
    Reflect.deleteProperty(element, name);
    queueMicrotask(() => Reflect.set(element, name, value));
  }
}
