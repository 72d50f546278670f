/** Color roles of the surfaces of a page. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { applyTheme, type Surface } from '../theme/theme.ts';

/** Selectors of the surfaces inside the page, which itself has the surface `documents`. */
export const surfaceSelectors: readonly [selector: string, surface: Surface][] = [
  ['.navbar, .close', 'navbar'],
  ['semantic-search-box', 'documents'],
  ['.side', 'facets'],
];

export function paintSurfaces(
  host: HTMLElement,
  root: ParentNode,
  layout: ConfigurationSettings['layout'],
): void {
  applyTheme(host, layout, 'documents');
  for (const [selector, surface] of surfaceSelectors)
    for (const element of root.querySelectorAll<HTMLElement>(selector)) applyTheme(element, layout, surface);
}
