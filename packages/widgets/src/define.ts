/** Definition of custom elements. */
import type { ReactiveElement } from 'lit';
import { TranslatedText } from './translated-text.ts';

/** Defines an element once: of two copies of the script in a page, the first one is used. */
export function define(name: string, element: typeof ReactiveElement & CustomElementConstructor): void {
  if (customElements.get(name)) {
    console.warn(`<${name}> is already defined: the page loads two copies of the script.`);
    return;
  }
  // Elements are also rendered on servers.
  if (globalThis.MutationObserver) element.addInitializer((host) => void new TranslatedText(host));
  customElements.define(name, element);
}
