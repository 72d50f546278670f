/** Breadcrumbs that a page shows, in any markup. */
import { elementText } from './tree/page-text.ts';
import { childElements, isTrail, type PageElement, type PageTree } from './tree/tree.ts';

const SEPARATOR = /[>/|\u00bb\u203a\u00b7\u2192\u276f]/;
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
    const { length } = elementText(menu);
    const isShort = length > 0 && length <= MAX_MENU_LENGTH;
    return isShort && (isTrail(menu) || descendants(menu, 'a').length > 0);
  });
}

/** Texts of the list items in short menus, or else of the links and the text after them; empty if there are none. */
export function visibleBreadcrumbs(menus: readonly PageElement[]): string[] {
  const trails = menus.filter(isTrail).map(namesIn);
  return trails.find(({ length }) => length > 0 && length <= MAX_BREADCRUMBS) ?? [];
}

function namesIn(trail: PageElement): string[] {
  const items = descendants(trail, 'li');
  if (items.length > 0) return textsOf(items);
  const links = textsOf(descendants(trail, 'a'));
  const text = elementText(trail);
  const last = links.at(-1) ?? '';
  const rest = last === '' ? text : text.slice(text.lastIndexOf(last) + last.length);
  return [...links, ...namedParts(rest.split(SEPARATOR))];
}

/** Some pages write the separators as text of an item. */
function textsOf(elements: readonly PageElement[]): string[] {
  return namedParts(elements.slice(0, MAX_ITEMS).map(elementText));
}

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
