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
        if (/display:\s*none/i.test(attribs.style!)) return true;
        break;
      case 'data-search-ignore':
      case 'data-pagefind-ignore':
        return true;
    }
  }
  return name === 'dialog' && !('open' in attribs);
}

/** The elements that are visible on the page. */
export function visible(elements: readonly PageElement[]): PageElement[] {
  const isInHidden = ownOrInherited(isHidden);
  return elements.filter((element) => !isInHidden(element));
}
