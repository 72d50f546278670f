/** Main content of a page: marked by its author, by landmarks, or the body without its surroundings. */
import { outermost, select } from './selectors.ts';
import type { PageElement, PageTree } from './tree.ts';
import { shown } from './visibility.ts';

export interface MainContent {
  elements: PageElement[];
  /** Elements inside to leave out. */
  isIgnored(element: PageElement): boolean;
}

const SURROUNDINGS = new Set(['nav', 'header', 'footer', 'aside', 'form']);
const SURROUNDING_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'form']);

export interface ContentSelectors {
  /** CSS selector of the main content, for pages that cannot be marked. */
  content?: string | undefined;
  /** CSS selector of elements to leave out. */
  ignore?: string | undefined;
}

/**
 * In order: `selectors.content`, `data-search-body`, `main`, `article`, `role="main"`, the body without its surroundings.
 * The landmarks are taken without the navigation in them.
 */
export function mainContent(tree: PageTree, selectors: ContentSelectors = {}): MainContent {
  const ignored = new Set(selectors.ignore === undefined ? [] : select(selectors.ignore, tree.root));
  const { named, annotated } = tree;
  const chosen = [
    selectors.content === undefined ? [] : select(selectors.content, tree.root),
    annotated.filter(({ attribs }) => 'data-search-body' in attribs || 'data-pagefind-body' in attribs),
  ];
  const landmarks = [
    named.get('main') ?? [],
    named.get('article') ?? [],
    annotated.filter(({ attribs }) => attribs.role === 'main'),
  ];
  for (const each of [...chosen, ...landmarks]) {
    const elements = outermost(shown(each));
    if (elements.length === 0) continue;
    // Themes put menus and the list of sections into `main`; what an author has chosen is taken as it is.
    const hasMenus = landmarks.includes(each);
    return { elements, isIgnored: (element) => (hasMenus && isMenu(element)) || ignored.has(element) };
  }
  return {
    elements: [named.get('body')?.[0] ?? tree.root],
    isIgnored: (element) => isSurrounding(element) || ignored.has(element),
  };
}

function isMenu({ name, attribs }: PageElement): boolean {
  return name === 'nav' || attribs.role === 'navigation';
}

function isSurrounding({ name, attribs }: PageElement): boolean {
  return SURROUNDINGS.has(name) || SURROUNDING_ROLES.has(attribs.role ?? '');
}
