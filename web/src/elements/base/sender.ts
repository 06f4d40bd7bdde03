/**
 * Makes the function that dispatches the events of a map from names to details. By default they bubble, also out of
 * shadow roots; with `{}` only listeners on the element itself receive them. It returns false if a listener has canceled
 * the event.
 */
export const sender =
  <Events>(flags: EventInit = { bubbles: true, composed: true }) =>
  <Name extends keyof Events & string>(
    from: EventTarget,
    name: Name,
    detail: Events[Name],
  ): boolean =>
    from.dispatchEvent(new CustomEvent(name, { ...flags, detail }));
