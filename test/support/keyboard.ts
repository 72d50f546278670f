/** Keyboard navigation: focused element, and moving the focus. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export interface Focus {
  name: string;
  tag: string;
  /** True if the focus is visible. */
  visible: boolean;
}

/** Focused element, even inside shadow roots. */
export function focus(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    let element: Element | null = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!element) return { name: '', tag: '', visible: false };
    const label =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement
        ? element.labels?.[0]?.textContent
        : '';
    const name =
      element.getAttribute('aria-label') ||
      label ||
      (element === document.body ? '' : element.textContent) ||
      '';
    const rings = [element, element.parentElement, element.closest('form')];
    const visible = rings.some((ring) => {
      const { outlineStyle, outlineWidth, boxShadow } = ring
        ? getComputedStyle(ring)
        : ({} as CSSStyleDeclaration);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
    return { name: name.replace(/\s+/g, ' ').trim(), tag: element.localName, visible };
  });
}

/** Presses Tab until an element with this name has the focus; every focus on the way must be visible. */
export async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press(key);
    const now = await focus(page);
    if (now.tag !== 'body')
      expect(now.visible, `the focus on ${now.tag} “${now.name}” is to be seen`).toBe(true);
    if (name.test(now.name)) return;
    passed.push(now.name);
  }
  throw new Error(`Nothing called ${name} on the way: ${passed.join(' | ')}`);
}
