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

export interface ContentSelectors {
  /** CSS selector of the main content, for pages that cannot be marked. */
  content?: string | undefined;
  /** CSS selector of elements to leave out. */
  ignore?: string | undefined;
}

const SURROUNDINGS = new Set(['nav', 'header', 'footer', 'aside', 'form']);
const SURROUNDING_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'form']);
/** Minimum share of the body's text. Some pages have an empty `main`, and comments or teasers as `article`. */
const MIN_MAIN_SHARE = 1 / 5;
const MIN_ARTICLE_SHARE = 3 / 4;

/**
 * In order: `selectors.content`, `data-search-body`; then `main` and `role="main"`, all `article`, or the body without its
 * surroundings, whichever has the text. Landmarks are taken without the navigation in them.
 */
export function mainContent(tree: PageTree, selectors: ContentSelectors = {}): MainContent {
  const { named, annotated } = tree;
  const menus = shortMenus(tree);
  const ignored = new Set(selectors.ignore === undefined ? [] : select(selectors.ignore, tree.root));
  const chosen = [
    selectors.content === undefined ? [] : select(selectors.content, tree.root),
    annotated.filter(({ attribs }) => 'data-search-body' in attribs || 'data-pagefind-body' in attribs),
  ];
  const chosenElements = chosen.map((candidates) => outermost(visible(candidates)));
  const elements = chosenElements.find(({ length }) => length > 0);
  // Content that an author has chosen is not checked further.
  if (elements) return { elements, isIgnored: (element) => ignored.has(element), menus, isChosen: true };
  const isMenu = (element: PageElement) =>
    element.name === 'nav' ||
    element.attribs.role === 'navigation' ||
    (element.attribs.rel === 'alternate' && 'hreflang' in element.attribs) ||
    menus.includes(element);
  const isLeftOut = (element: PageElement) => isMenu(element) || ignored.has(element);
  const body = named.get('body')?.[0] ?? tree.root;
  const lengths = textLengths(body, isLeftOut);
  const isSurrounding = surroundings(lengths, body);
  const isFrame = (element: PageElement) => isLeftOut(element) || isSurrounding(element);
  const frames = outermost([...lengths.keys()].filter(isSurrounding));
  const total = lengths.get(body)!.own - lengthOf(frames, 'own', lengths);
  const landmarks = landmarkWithText(tree, total, lengths);
  if (landmarks) return { elements: landmarks, isIgnored: isLeftOut, menus, isChosen: false };
  const skipLinks = new Set(leadingLocalLinks(tree));
  const isIgnored = (element: PageElement) => isFrame(element) || skipLinks.has(element);
  return { elements: [body], isIgnored, menus, isChosen: false };
}

function landmarkWithText({ named, annotated }: PageTree, total: number, lengths: TextLengths) {
  const sum = (elements: PageElement[], kind: 'own' | 'all') => lengthOf(elements, kind, lengths);
  const roles = annotated.filter(({ attribs }) => attribs.role === 'main');
  const mains = outermost(visible([...(named.get('main') ?? []), ...roles]));
  // A list of links is content if it is marked as such.
  if (sum(mains, 'all') > total * MIN_MAIN_SHARE) return mains;
  const articles = outermost(visible(named.get('article') ?? [])).filter((article) => !isComment(article));
  if (sum(articles, 'own') <= total * MIN_ARTICLE_SHARE) return undefined;
  const isInArticle = ownOrInherited((element) => element.name === 'article');
  const hasOtherTitle = visible(named.get('h1') ?? []).some((heading) => !isInArticle(heading));
  const isOne = sum(articles.slice(0, 1), 'own') > total * MIN_ARTICLE_SHARE;
  return hasOtherTitle && !isOne ? undefined : articles;
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

/** Numbers of characters that elements show: all, and those outside of links, which are mostly navigation. */
type TextLengths = ReadonlyMap<PageElement, { all: number; own: number }>;

/** Names and roles. Lengths of all elements would take much memory. */
const MEASURED = new Set([...SURROUNDINGS, ...SURROUNDING_ROLES, 'main', 'article']);

function lengthOf(elements: readonly PageElement[], kind: 'own' | 'all', lengths: TextLengths): number {
  return elements.reduce((sum, element) => sum + (lengths.get(element)?.[kind] ?? 0), 0);
}

function textLengths(body: PageElement, isLeftOut: (element: PageElement) => boolean): TextLengths {
  const lengths = new Map<PageElement, { all: number; own: number }>();
  const measure = (element: PageElement) => {
    const length = { all: 0, own: 0 };
    for (const child of element.children) {
      if (typeof child === 'string') {
        length.all += child.trim().length;
        length.own += child.trim().length;
      } else if (!isHidden(child) && !isLeftOut(child)) {
        const { all, own } = measure(child);
        length.all += all;
        length.own += own;
      }
    }
    if (element.name === 'a' && 'href' in element.attribs) length.own = 0;
    if (MEASURED.has(element.name) || MEASURED.has(element.attribs.role ?? '')) lengths.set(element, length);
    return length;
  };
  return lengths.set(body, measure(body));
}

/** Elements around the content. A section's header is content, and so is an ASP.NET form around the whole page. */
function surroundings(lengths: TextLengths, body: PageElement): (element: PageElement) => boolean {
  const isPart = ownOrInherited(({ name }) => name === 'article' || name === 'section' || name === 'main');
  const holdsPage = (element: PageElement) => (lengths.get(element)?.own ?? 0) * 2 > lengths.get(body)!.own;
  return (element) => {
    const { name, attribs } = element;
    if (!SURROUNDINGS.has(name) && !SURROUNDING_ROLES.has(attribs.role ?? '')) return false;
    if (name === 'header' || name === 'footer') return !isPart(element);
    return !((name === 'form' || attribs.role === 'form') && holdsPage(element));
  };
}
