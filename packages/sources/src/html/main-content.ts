/** Main content of a page: marked by its author, a landmark, or the body without its surroundings. */
import { shortMenus } from './breadcrumbs.ts';
import { outermost, select } from './tree/selectors.ts';
import { ownOrInherited, type PageElement, type PageTree } from './tree/tree.ts';
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
/** Minimum shares of the body's text. Some pages have an empty `main`, and comments or teasers as `article`. */
const MIN_MAIN_SHARE = 1 / 5;
const MIN_ARTICLE_SHARE = 3 / 4;

/** The chosen content; or else `main`, all `article`, or the body without its surroundings, whichever has the text. */
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
  const isFrame = (element: PageElement) =>
    element.name === 'nav' ||
    element.attribs.role === 'navigation' ||
    // Before HTML 5, most sites had this footer. MediaWiki has another one for print, and Sphinx has links to source code.
    element.attribs.id === 'footer' ||
    /^(?:printfooter|viewcode-(?:link|back))$/.test(element.attribs.class ?? '') ||
    (element.attribs.rel === 'alternate' && 'hreflang' in element.attribs) ||
    menus.includes(element);
  const isLeftOut = (element: PageElement) => isFrame(element) || ignored.has(element);
  const body = named.get('body')?.[0] ?? tree.root;
  const lengths = textLengths(body, isLeftOut);
  const isSurrounding = surroundingTest(lengths, body);
  const surroundings = outermost([...lengths.keys()].filter(isSurrounding));
  // Text in a link counts as linked in the body, but as unlinked in a header inside the link.
  const surroundingLength = lengthOf(surroundings, 'unlinked', lengths);
  const contentLength = Math.max(0, lengths.get(body)!.unlinked - surroundingLength);
  const landmarks = landmarksWithText(tree, contentLength, lengths);
  if (landmarks) return { elements: landmarks, isIgnored: isLeftOut, menus, isChosen: false };
  const skipLinks = new Set(leadingLocalLinks(tree));
  const isIgnored = (element: PageElement) =>
    isLeftOut(element) || isSurrounding(element) || skipLinks.has(element);
  return { elements: [body], isIgnored, menus, isChosen: false };
}

/** The `main` elements, or else the articles, if they hold enough of the content. */
function landmarksWithText({ named, annotated }: PageTree, contentLength: number, lengths: TextLengths) {
  const sum = (elements: PageElement[], kind: TextKind) => lengthOf(elements, kind, lengths);
  const withMainRole = annotated.filter(({ attribs }) => attribs.role === 'main');
  const mains = outermost(visible([...(named.get('main') ?? []), ...withMainRole]));
  // A list of links is content if it is marked as such.
  if (sum(mains, 'all') > contentLength * MIN_MAIN_SHARE) return mains;
  const articles = outermost(visible(named.get('article') ?? [])).filter((article) => !isComment(article));
  const minLength = contentLength * MIN_ARTICLE_SHARE;
  if (sum(articles, 'unlinked') <= minLength) return undefined;
  // Several articles below a title of their own are parts of a page.
  const isInArticle = ownOrInherited((element) => element.name === 'article');
  const hasOtherTitle = visible(named.get('h1') ?? []).some((heading) => !isInArticle(heading));
  return hasOtherTitle && sum(articles.slice(0, 1), 'unlinked') <= minLength ? undefined : articles;
}

/** Links at the start of a page skip its navigation, or are a list of its sections. */
function leadingLocalLinks({ named }: PageTree): PageElement[] {
  const links = named.get('a') ?? [];
  const isLocal = ({ attribs, parent }: PageElement) =>
    attribs.href?.startsWith('#') === true && !/^h[1-6]$/.test(parent?.name ?? '');
  const end = links.findIndex((link) => !isLocal(link));
  return end < 0 ? links : links.slice(0, end);
}

function isComment({ attribs }: PageElement): boolean {
  return /comment/i.test(`${attribs.class ?? ''} ${attribs.id ?? ''} ${attribs.itemtype ?? ''}`);
}

/** All characters that an element shows, or those outside of links: most links are navigation. */
type TextKind = 'all' | 'unlinked';
type TextLengths = ReadonlyMap<PageElement, Record<TextKind, number>>;
/** Names and roles of the measured elements. Lengths of all elements would take much memory. */
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
    if (element.name === 'a' && 'href' in element.attribs) length.unlinked = 0;
    if (MEASURED.has(element.name) || MEASURED.has(element.attribs.role ?? '')) lengths.set(element, length);
    return length;
  };
  return lengths.set(body, measure(body));
}

/** Returns whether an element is around the content. A section's header is content, as is an ASP.NET form around the page. */
function surroundingTest(lengths: TextLengths, body: PageElement): (element: PageElement) => boolean {
  const isInSection = ownOrInherited(({ name }) => ['article', 'section', 'main'].includes(name));
  const halfLength = lengths.get(body)!.unlinked / 2;
  return (element) => {
    const { name, attribs } = element;
    if (!SURROUNDINGS.has(name) && !SURROUNDING_ROLES.has(attribs.role ?? '')) return false;
    if (name === 'header' || name === 'footer') return !isInSection(element);
    const isForm = name === 'form' || attribs.role === 'form';
    const holdsPage = (lengths.get(element)?.unlinked ?? 0) > halfLength;
    return !isForm || !holdsPage;
  };
}
