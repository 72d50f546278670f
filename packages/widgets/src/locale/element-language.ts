/** Language and direction of an element, as the page sets them around it. */
import type { ReactiveControllerHost } from 'lit';
import { canonical, type Locale } from './locale.ts';

const withLang = '[lang]:not([lang=""])';

/** The language of an element: its own `lang`, the `lang` of the nearest ancestor across shadow roots, or the browser's. */
export function elementLanguage(element: Element): string {
  return canonical(closestAcrossShadowRoots(element, withLang)?.getAttribute('lang') ?? navigator.language);
}

/** `rtl` for right-to-left locales, unless the page sets a direction at or inside the element that sets the language. */
export function directionOf(element: Element, locale: Locale): 'rtl' | undefined {
  const nearest = closestAcrossShadowRoots(element, `${withLang}, [dir]:not([dir=""])`);
  return locale.isRightToLeft && !nearest?.getAttribute('dir') ? 'rtl' : undefined;
}

export function closestAcrossShadowRoots(element: Element, selector: string): Element | null {
  for (let at: Element | null = element; at; ) {
    const match: Element | null = at.closest(selector);
    if (match) return match;
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
}

/** Calls `changed` when the language of the page changes, while the element is connected. */
export function followPageLanguage(host: ReactiveControllerHost, changed: () => void): void {
  const observer = new MutationObserver(changed);
  host.addController({
    hostConnected: () => observer.observe(document.documentElement, { attributeFilter: ['lang'] }),
    hostDisconnected: () => observer.disconnect(),
  });
}
