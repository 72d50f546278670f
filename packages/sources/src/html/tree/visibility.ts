/** Elements that are not part of the text: never shown, hidden, or ignored by their author. */
import { ownOrInherited, type PageElement } from './tree.ts';

/**
 * Elements whose content is not text of the page. The tree leaves out some others. In a `head` without end tag, as in pages
 * that omit `body`, is the text of the page.
 */
const NOT_TEXT = new Set([
  ...['script', 'style', 'title', 'iframe', 'object', 'embed', 'video', 'audio', 'canvas', 'map'],
  ...['select', 'datalist', 'textarea', 'progress', 'meter', 'annotation', 'annotation-xml'],
  ...['desc', 'defs', 'metadata', 'symbol'],
  // Ruby annotations between the letters of a word, which would hide the word from searches.
  ...['rt', 'rtc', 'rp'],
]);

/** Whether to leave out the element with its content. */
export function isHidden({ name, attribs }: PageElement): boolean {
  if (NOT_TEXT.has(name)) return true;
  for (const attribute in attribs) {
    switch (attribute) {
      case 'hidden':
        // Browsers reveal `until-found` content when it matches a search in the page.
        if (attribs.hidden !== 'until-found') return true;
        break;
      case 'aria-hidden':
        if (attribs[attribute] === 'true') return true;
        break;
      case 'style':
        if (hidesByStyle(attribs.style!)) return true;
        break;
      case 'data-search-ignore':
      case 'data-pagefind-ignore':
        return true;
    }
  }
  return name === 'dialog' && !('open' in attribs);
}

function hidesByStyle(style: string): boolean {
  const compact = compacted(style);
  return compact.includes('display:none') || isInvisible(compact);
}

function compacted(style: string): string {
  return style.toLowerCase().replaceAll(' ', '');
}

function isInvisible(compactStyle: string): boolean {
  return compactStyle.includes('visibility:hidden');
}

/** Makes hidden content visible, because some pages hide all content until a script shows it. */
export function reveal(root: PageElement): void {
  const pending = [root];
  for (let element = pending.pop(); element; element = pending.pop()) {
    const { attribs, children } = element;
    if (attribs.style !== undefined && isInvisible(compacted(attribs.style))) delete attribs.style;
    for (const child of children) if (typeof child !== 'string') pending.push(child);
  }
}

/** The elements that are visible on the page. */
export function visible(elements: readonly PageElement[]): PageElement[] {
  const isInHidden = ownOrInherited(isHidden);
  return elements.filter((element) => !isInHidden(element));
}
