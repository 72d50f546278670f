/** Main content of a page: marked by its author, a landmark, or the body without its surroundings. */
import { shortMenus } from './breadcrumbs.ts';
import { outermost, select } from './tree/selectors.ts';
import { childElements, ownOrInherited, type PageElement, type PageTree } from './tree/tree.ts';
import { isHidden, visible } from './tree/visibility.ts';

export interface MainContent {
  elements: PageElement[];
  /** Whether to leave out an element inside the content. */
  isIgnored(element: PageElement): boolean;
  /** Breadcrumbs, and links to the next pages. */
  menus: PageElement[];
  /** Whether the author has marked the content, or a selector selects it. */
  isChosen: boolean;
}

/** CSS selectors of the main content, for pages that cannot be marked, and of elements to leave out. */
export type ContentSelectors = { content?: string | undefined; ignore?: string | undefined };

const SURROUNDINGS = new Set(['nav', 'header', 'footer', 'aside', 'form']);
const SURROUNDING_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'form']);
/** Minimum shares of the text. Some pages have an empty `main`, and comments or teasers as `article`. */
const MIN_MAIN_SHARE = 1 / 5;
const MIN_CORE_SHARE = 3 / 4;
/** A page with a smaller share of unlinked text is itself a list of links. A shorter list stays. */
const MIN_UNLINKED_SHARE = 1 / 4;
const MIN_LIST_LENGTH = 100;
/** No address, or that of a person or file: lists of these are content, not menus or teasers. */
const NO_PAGE = /^(?:$|mailto:|tel:)|\.(?:pdf|docx?|xlsx?|pptx?|od[tps]|rtf|zip)(?:$|[?#])/i;

/** The chosen content; or else `main`, the first `article`, or the body without its surroundings, whichever has the text. */
export function mainContent(tree: PageTree, selectors: ContentSelectors = {}): MainContent {
  const { named, annotated } = tree;
  const menus = shortMenus(tree);
  const selected = (selector?: string) => (selector === undefined ? [] : select(selector, tree.root));
  const ignored = new Set(selected(selectors.ignore));
  const chosenLists = [
    selected(selectors.content),
    annotated.filter(({ attribs }) => 'data-search-body' in attribs || 'data-pagefind-body' in attribs),
  ];
  const chosen = chosenLists.map((list) => outermost(visible(list))).find(({ length }) => length > 0);
  // Content that an author has chosen is not checked further.
  if (chosen) return { elements: chosen, isIgnored: (child) => ignored.has(child), menus, isChosen: true };
  const isLeftOut = (element: PageElement) =>
    ignored.has(element) ||
    element.name === 'nav' ||
    element.attribs.role === 'navigation' ||
    // Before HTML 5, most sites had this footer. MediaWiki has another one for print, and Sphinx has links to source code.
    element.attribs.id === 'footer' ||
    /^(?:printfooter|viewcode-(?:link|back))$/.test(element.attribs.class ?? '') ||
    (element.attribs.rel === 'alternate' && 'hreflang' in element.attribs) ||
    menus.includes(element);
  const body = named.get('body')?.[0] ?? tree.root;
  const lengths = textLengths(body, isLeftOut);
  const isSurrounding = surroundingTest(lengths, body);
  const surroundings = outermost([...lengths.keys()].filter(isSurrounding));
  const contentLength = lengths.get(body)!.unlinked - lengthOf(surroundings, 'unlinked', lengths);
  const landmarks = landmarksWithText(tree, contentLength, lengths);
  if (landmarks) return { elements: landmarks, isIgnored: isLeftOut, menus, isChosen: false };
  const isLinkList = linkListTest(body, contentLength, lengths);
  const isIgnored = (element: PageElement) =>
    isLeftOut(element) || isSurrounding(element) || isLinkList(element);
  return { elements: [body], isIgnored, menus, isChosen: false };
}

/** The `main` elements, or else the first article, if they hold enough of the content. */
function landmarksWithText({ named, annotated }: PageTree, contentLength: number, lengths: TextLengths) {
  const withMainRole = annotated.filter(({ attribs }) => attribs.role === 'main');
  const mains = outermost(visible([...(named.get('main') ?? []), ...withMainRole]));
  // A list of links is content if it is marked as such.
  if (mains.length > 0 && lengthOf(mains, 'all', lengths) > contentLength * MIN_MAIN_SHARE) return mains;
  const isComment = ({ attribs }: PageElement) => /comment/i.test(`${attribs.class} ${attribs.id}`);
  const [article] = outermost(visible(named.get('article') ?? [])).filter((element) => !isComment(element));
  const holdsMost = article && lengthOf([article], 'unlinked', lengths) > contentLength * MIN_CORE_SHARE;
  return holdsMost ? [article] : undefined;
}

/** Returns whether an element is a list of links, such as a menu or teasers, outside of the blocks with most of the text. */
function linkListTest(body: PageElement, contentLength: number, lengths: TextLengths) {
  if (contentLength < lengths.get(body)!.all * MIN_UNLINKED_SHARE) return () => false;
  const hasMostText = (element: PageElement) =>
    (lengths.get(element)?.unlinked ?? 0) >= contentLength * MIN_CORE_SHARE;
  let core = body;
  for (let inner: PageElement | undefined = body; inner; inner = childElements(inner).find(hasMostText))
    if (childElements(inner).some((child) => lengths.has(child))) core = inner;
  const isInCore = ownOrInherited((element) => element === core);
  return (element: PageElement) => {
    const { all, unlinked } = lengths.get(element) ?? { all: 0, unlinked: 0 };
    const isList = all >= MIN_LIST_LENGTH && unlinked < all / 2;
    return isList && !hasMostText(element) && !isInCore(element);
  };
}

/** All characters that an element shows, or those outside of links to pages: most of these links are navigation. */
type TextKind = 'all' | 'unlinked';
type TextLengths = ReadonlyMap<PageElement, Record<TextKind, number>>;
/** Names and roles of elements that are measured even if short. Lengths of all elements would take much memory. */
const MEASURED = new Set([...SURROUNDINGS, ...SURROUNDING_ROLES, 'main', 'article']);

function lengthOf(elements: readonly PageElement[], kind: TextKind, lengths: TextLengths): number {
  return elements.reduce((sum, element) => sum + (lengths.get(element)?.[kind] ?? 0), 0);
}

function textLengths(body: PageElement, isLeftOut: (element: PageElement) => boolean): TextLengths {
  const lengths = new Map<PageElement, Record<TextKind, number>>();
  const measure = (element: PageElement) => {
    const length = { all: 0, unlinked: 0 };
    for (const child of element.children) {
      const isText = typeof child === 'string';
      if (!isText && (isHidden(child) || isLeftOut(child))) continue;
      const textLength = isText ? child.trim().length : 0;
      const { all, unlinked } = isText ? { all: textLength, unlinked: textLength } : measure(child);
      length.all += all;
      length.unlinked += unlinked;
    }
    if (element.name === 'a' && !NO_PAGE.test(element.attribs.href ?? '')) length.unlinked = 0;
    const isMeasured = MEASURED.has(element.name) || MEASURED.has(element.attribs.role ?? '');
    if (isMeasured || length.all >= MIN_LIST_LENGTH) lengths.set(element, length);
    return length;
  };
  return lengths.set(body, measure(body));
}

/** Returns whether an element is around the content. A section's header is content, as is an ASP.NET form around the page. */
function surroundingTest(lengths: TextLengths, body: PageElement): (element: PageElement) => boolean {
  const isInSection = ownOrInherited(({ name }) => ['article', 'section', 'main'].includes(name));
  return (element) => {
    const { name, attribs } = element;
    if (!SURROUNDINGS.has(name) && !SURROUNDING_ROLES.has(attribs.role ?? '')) return false;
    if (name === 'header' || name === 'footer') return !isInSection(element);
    if (name !== 'form' && attribs.role !== 'form') return true;
    return lengthOf([element], 'unlinked', lengths) <= lengthOf([body], 'unlinked', lengths) / 2;
  };
}
