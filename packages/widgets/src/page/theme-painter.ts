/** Theme painter: applies the color roles to each surface once. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { applyTheme, type Surface } from '../theme/theme.ts';

/** Selectors of the surfaces inside the page, which itself has the surface `documents`. */
export const surfaceSelectors: readonly [selector: string, surface: Surface][] = [
  ['.navbar, .close', 'navbar'],
  ['semantic-search-box', 'documents'],
  ['.side', 'facets'],
];

export class ThemePainter {
  readonly #painted = new WeakMap<Element, ConfigurationSettings['layout']>();

  paint(host: HTMLElement, root: ParentNode, layout: ConfigurationSettings['layout']): void {
    this.#once(host, layout, 'documents');
    for (const [selector, surface] of surfaceSelectors)
      for (const element of root.querySelectorAll<HTMLElement>(selector))
        this.#once(element, layout, surface);
  }

  #once(element: HTMLElement, layout: ConfigurationSettings['layout'], surface: Surface): void {
    if (this.#painted.get(element) === layout) return;
    applyTheme(element, layout, surface);
    this.#painted.set(element, layout);
  }
}
