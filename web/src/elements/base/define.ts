/** Registers a custom element, unless another copy of the script on the page already did. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
