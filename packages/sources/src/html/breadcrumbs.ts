/** Breadcrumbs that a page shows, in any markup, and short menus, which may be breadcrumbs. */
import { elementText, pageText } from './tree/page-text.ts';
import { childElements, isTrail, type PageElement, type PageTree } from './tree/tree.ts';

/** `>`, `»`, `›`, `→`, `❯`, and also `/`, `|`, `·`, which may be part of a name if no space precedes them. */
const SEPARATOR = /[>\u00bb\u203a\u2192\u276f]|(?:^|\s)[/|\u00b7]/;
/** A name, from its first to its last character that is neither a space nor a separator. */
const NAME = /[^\s>/|\u00bb\u203a\u00b7\u2192\u276f](?:.*[^\s>/|\u00bb\u203a\u00b7\u2192\u276f])?/s;
const MAX_BREADCRUMBS = 20;
const MAX_ITEMS = 100;
/** Longer elements with the class name of a menu are containers and not menus. */
const MAX_MENU_LENGTH = 500;

/** Elements that show breadcrumbs, or links to the next pages. */
export function shortMenus({ menus }: PageTree): PageElement[] {
  return menus.filter((menu) => {
    // The limits save time for containers, whose length beyond the maximum does not matter.
    const limits = { maxNodes: 2000, maxLength: 2 * MAX_MENU_LENGTH };
    const { length } = pageText([menu], () => false, limits).text;
    return length > 0 && length <= MAX_MENU_LENGTH && (isTrail(menu) || descendants(menu, 'a').length > 0);
  });
}

/** Names of the enclosing pages; empty if the menus show none. `heading` is the main heading of the page. */
export function visibleBreadcrumbs(menus: readonly PageElement[], heading: string): string[] {
  const trails = menus.filter(isTrail).map((trail) => namesIn(trail, heading));
  return trails.find(({ length }) => length > 0 && length <= MAX_BREADCRUMBS) ?? [];
}

/** Names of list items, or else of links, and of the text after them. The page itself, at the end, is left out. */
function namesIn(trail: PageElement, heading: string): string[] {
  // Read the Docs links the source of the page in an item aside, which is not part of the trail.
  const items = descendants(trail, 'li').filter(({ attribs }) => !attribs.class?.endsWith('-aside'));
  const links = descendants(trail, 'a').slice(0, MAX_ITEMS);
  const isThisPage = (item: PageElement) =>
    descendants(item, 'a').every((link) => 'aria-current' in link.attribs);
  // Without links, nothing distinguishes the page itself from its sections.
  const isPageLast = links.length > 0 && (items.length === 0 || isThisPage(items.at(-1)!));
  const pageItem = isPageLast ? items.pop() : undefined;
  const names = namedParts((items.length > 0 ? items.slice(0, MAX_ITEMS) : links).map(elementText));
  if (items.length > 0 && !isPageLast) return names;
  const text = elementText(pageItem ?? trail);
  const lastName = pageItem ? undefined : names.at(-1);
  const endOfNames = lastName ? text.lastIndexOf(lastName) + lastName.length : 0;
  const [ending = ''] = namedParts([text.slice(endOfNames)]);
  // A heading may contain separators.
  const namesAtEnd = ending === heading ? [] : namedParts(ending.split(SEPARATOR));
  return [...names, ...(isPageLast ? namesAtEnd.slice(0, -1) : namesAtEnd)];
}

/** The texts without the separators that some pages write into them. Texts without a name are left out. */
function namedParts(texts: readonly string[]): string[] {
  return texts.flatMap((text) => NAME.exec(text)?.[0] ?? []);
}

/** Outermost descendants of this name, in document order. */
function descendants(element: PageElement, name: string, result: PageElement[] = []): PageElement[] {
  for (const child of childElements(element))
    if (child.name === name) result.push(child);
    else descendants(child, name, result);
  return result;
}
