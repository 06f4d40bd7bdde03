/** Makes a function that dispatches the events of a map from names to details. */
export const reporter =
  <Events>() =>
  <Name extends keyof Events & string>(from: Element, name: Name, detail: Events[Name]): void => {
    from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  };
