/** Two copies of the elements may be loaded into a page: those that come first stay. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
