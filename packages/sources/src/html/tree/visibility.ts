/** Elements that are not part of the text: never shown, hidden, or ignored by their author. */
import { ownOrInherited, type PageElement } from './tree.ts';

/** The tree already lacks `noscript` and others. `head` is not listed: it holds the text of pages without `body`. */
const NOT_TEXT = new Set([
  ...['script', 'style', 'title', 'iframe', 'object', 'embed', 'video', 'audio', 'canvas', 'map'],
  ...['select', 'datalist', 'textarea', 'progress', 'meter', 'annotation', 'annotation-xml'],
  ...['desc', 'defs', 'metadata', 'symbol'],
  // Ruby annotations between the letters of a word, which would hide the word from searches.
  ...['rt', 'rtc', 'rp'],
]);

/** Whether to leave out the element with its content. */
export function isHidden({ name, attribs }: PageElement): boolean {
  const { hidden, style, 'aria-hidden': ariaHidden } = attribs;
  return (
    NOT_TEXT.has(name) ||
    // Browsers reveal `until-found` content when it matches a search in the page.
    (hidden !== undefined && hidden !== 'until-found') ||
    ariaHidden === 'true' ||
    (style !== undefined && /display\s*:\s*none/i.test(style)) ||
    'data-search-ignore' in attribs ||
    'data-pagefind-ignore' in attribs ||
    (name === 'dialog' && !('open' in attribs))
  );
}

export function visible(elements: readonly PageElement[]): PageElement[] {
  const isInHidden = ownOrInherited(isHidden);
  return elements.filter((element) => !isInHidden(element));
}
