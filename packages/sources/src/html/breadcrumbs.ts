/** Breadcrumbs that a page shows, in any markup. */
import { elementText, pageText } from './tree/page-text.ts';
import { childElements, isTrail, type PageElement, type PageTree } from './tree/tree.ts';

/** Without a space before them, `/`, `|` and `·` may be part of a name. */
const SEPARATOR = /[>\u00bb\u203a\u2192\u276f]|(?:^|\s)[/|\u00b7]/;
/** A name, from its first to its last character that is neither a space nor a separator. */
const NAME = /[^\s>/|\u00bb\u203a\u00b7\u2192\u276f](?:.*[^\s>/|\u00bb\u203a\u00b7\u2192\u276f])?/s;
const MAX_BREADCRUMBS = 20;
/** Maximum number of items, with or without a name. */
const MAX_ITEMS = 100;
/** Longer elements with the class name of a menu are containers and not menus. */
const MAX_MENU_LENGTH = 500;

/** Elements that show breadcrumbs, or links to the next pages. */
export function shortMenus({ menus }: PageTree): PageElement[] {
  return menus.filter((menu) => {
    // Little more is read of longer elements.
    const limits = { maxNodes: 2000, maxLength: 2 * MAX_MENU_LENGTH };
    const { length } = pageText([menu], () => false, limits).text;
    const isShort = length > 0 && length <= MAX_MENU_LENGTH;
    return isShort && (isTrail(menu) || descendants(menu, 'a').length > 0);
  });
}

/** Names of the enclosing pages, from list items, or else from links and the text after them; empty if there are none. */
export function visibleBreadcrumbs(menus: readonly PageElement[], heading: string): string[] {
  const trails = menus.filter(isTrail).map((trail) => namesIn(trail, heading));
  return trails.find(({ length }) => length > 0 && length <= MAX_BREADCRUMBS) ?? [];
}

function namesIn(trail: PageElement, heading: string): string[] {
  // An item aside is no part of the trail: Read the Docs links the source of the page there.
  const items = descendants(trail, 'li').filter(({ attribs }) => !attribs.class?.endsWith('-aside'));
  const links = descendants(trail, 'a').slice(0, MAX_ITEMS);
  const isPage = (item: PageElement) =>
    descendants(item, 'a').every((link) => 'aria-current' in link.attribs);
  // Without links, nothing distinguishes the page itself from its sections.
  const isPageLast = links.length > 0 && (items.length === 0 || isPage(items.at(-1)!));
  const pageItem = isPageLast ? items.pop() : undefined;
  const names = namedParts((items.length > 0 ? items.slice(0, MAX_ITEMS) : links).map(elementText));
  if (items.length > 0 && !isPageLast) return names;
  const text = elementText(pageItem ?? trail);
  const lastName = pageItem ? undefined : names.at(-1);
  const [ending = ''] = namedParts([text.slice(lastName ? text.lastIndexOf(lastName) + lastName.length : 0)]);
  const namesAtEnd = ending === heading ? [] : namedParts(ending.split(SEPARATOR));
  return [...names, ...(isPageLast ? namesAtEnd.slice(0, -1) : namesAtEnd)];
}

/** Some pages write the separators as text of an item. */
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
