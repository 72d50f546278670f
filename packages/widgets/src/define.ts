/** Definition of custom elements. */

/** Defines an element once, even if a page loads two copies of this module. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
