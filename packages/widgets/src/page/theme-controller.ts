/** Reactive controller that applies the theme to each surface once. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { paint, type Surface } from '../theme/theme.ts';

const surfaces: [selector: string, surface: Surface][] = [
  ['.navbar, .leave', 'navbar'],
  ['semantic-search-box', 'documents'],
  ['.side', 'facets'],
];

export class ThemeController {
  readonly #painted = new WeakMap<Element, ConfigurationSettings['layout']>();

  paint(host: HTMLElement, root: ParentNode, layout: ConfigurationSettings['layout']): void {
    this.#once(host, layout, 'documents');
    for (const [selector, surface] of surfaces)
      for (const element of root.querySelectorAll<HTMLElement>(selector))
        this.#once(element, layout, surface);
  }

  #once(element: HTMLElement, layout: ConfigurationSettings['layout'], surface: Surface): void {
    if (this.#painted.get(element) === layout) return;
    paint(element, layout, surface);
    this.#painted.set(element, layout);
  }
}
