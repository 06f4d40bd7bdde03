/**
 * Makes the function that dispatches the events of a map from names to details. Without flags only listeners on the
 * element itself receive them. It returns false if a listener has cancelled the event.
 */
export const sender =
  <Events>(flags: EventInit = {}) =>
  <Name extends keyof Events & string>(
    from: EventTarget,
    name: Name,
    detail: Events[Name],
  ): boolean =>
    from.dispatchEvent(new CustomEvent(name, { ...flags, detail }));
