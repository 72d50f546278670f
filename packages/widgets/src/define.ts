/** Definition of custom elements. */
import type { ReactiveElement } from 'lit';
import { TranslatedText } from './translated-text.ts';

/** Defines an element once, even if a page loads two copies of this module. */
export function define(name: string, element: typeof ReactiveElement & CustomElementConstructor): void {
  // Elements are also rendered on servers.
  if (globalThis.MutationObserver) element.addInitializer((host) => void new TranslatedText(host));
  if (!customElements.get(name)) customElements.define(name, element);
}
