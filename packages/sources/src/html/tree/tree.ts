/** Element tree of an HTML page, bounded in depth and size, and tests of its elements. */
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { Parser } from 'htmlparser2';

/** Deeper elements become siblings, as in Chromium. The parser takes quadratic time in the depth. */
const MAX_DEPTH = 512;
/** Maximum number of elements; the text of later ones is kept. One element needs about 200 bytes. */
const MAX_ELEMENTS = 300_000;
/** Maximum number of texts between tags, comments or references; later ones are ignored. One needs about 60 bytes. */
const MAX_TEXTS = 600_000;

export interface PageElement {
  name: string;
  attribs: Record<string, string>;
  children: PageNode[];
  parent: PageElement | null;
}

/** An element or the text between two tags. */
export type PageNode = PageElement | string;

/** The tree of a page, and its elements that carry metadata or mark the content, in document order. */
export interface PageTree {
  root: PageElement;
  named: Map<string, PageElement[]>;
  /** Elements with `data-search-…`, `data-pagefind-…`, `itemprop`, `itemtype`, `typeof`, `property` or `role="main"`. */
  annotated: PageElement[];
  /** Elements whose class, ID or label says that they are breadcrumbs, or links to the next pages. */
  menus: PageElement[];
}

const COLLECTED = [
  ...['html', 'body', 'title', 'base', 'meta', 'link', 'script', 'time', 'a', 'area', 'frame', 'iframe'],
  ...['main', 'article', 'h1', 'h2', 'img'],
];
/** Words for breadcrumbs in labels and class names, in several languages. */
const TRAIL =
  // cspell:disable-next-line
  /breadcrumb|crumbs|rootline|you are here|brotkr(?:ü|ue)mel|brotkrumen|fil d.ariane|kruimel|migas de pan|brödsmul/i;
/** Class names of DocBook, Publican, VuePress, Docusaurus, WordPress and others. */
const MENU =
  /(?:^|[\s_-])(?:(?:doc|page-?)?(?:nav|navbar|navheader|navfooter|navigation)|prev-?next|pagination|pager)(?:$|[\s_])/i;
const MAX_MENUS = 40;
/** Elements whose content a page does not show, except shadow roots. The only scripts kept are structured data. */
const OPAQUE = new Set(['style', 'noscript', 'template', 'noembed', 'noframes']);
/** Elements whose text has no character references. */
const RAW_TEXT = new Set(['script', 'iframe', 'xmp', 'plaintext']);
const HEADING = /^h[1-6]$/;
const ANNOTATION = /^(?:data-(?:search|pagefind)-|item|(?:typeof|property)$)/;

/** In XHTML, `<script/>` is complete, and a CDATA section is text. */
export function parseTree(html: string, syntax: { isXhtml?: boolean } = {}): PageTree {
  const builder = new TreeBuilder();
  new BoundedParser(builder, syntax).end(html);
  return builder.tree;
}

class TreeBuilder {
  readonly tree: PageTree = {
    root: { name: '', attribs: {}, children: [], parent: null },
    named: new Map(COLLECTED.map((name) => [name, []])),
    annotated: [],
    menus: [],
  };
  depth = 0;
  #current = this.tree.root;
  #elements = 0;
  #texts = 0;
  /** Depth of the opaque element that contains the current one; 0 outside. */
  #opaqueDepth = 0;
  /** The open element is not in the tree. It has no content, because elements are void while the tree is full. */
  #isLeftOut = false;

  get isFull(): boolean {
    return this.#elements >= MAX_ELEMENTS || this.depth >= MAX_DEPTH;
  }

  onopentag = (name: string, attribs: Record<string, string>): void => {
    this.depth += 1;
    if (this.#opaqueDepth > 0) return;
    if (this.#elements >= MAX_ELEMENTS) {
      this.#isLeftOut = true;
      return;
    }
    const isShadowRoot = name === 'template' && /^(?:open|closed)$/i.test(attribs.shadowrootmode ?? '');
    if (OPAQUE.has(name) && !isShadowRoot) {
      this.#opaqueDepth = this.depth;
      return;
    }
    this.#elements += 1;
    let isAnnotated = false;
    for (const attribute in attribs) {
      const value = attribs[attribute]!;
      if (value.includes('&')) attribs[attribute] = decodeHTMLAttribute(value);
      isAnnotated ||= ANNOTATION.test(attribute);
    }
    const opened: PageElement = { name, attribs, children: [], parent: this.#current };
    appendChild(this.#current, opened);
    this.#current = opened;
    this.tree.named.get(name)?.push(opened);
    if (isAnnotated || attribs.role === 'main') this.tree.annotated.push(opened);
    const isMenu = (isMenuName(attribs.class) || isMenuName(attribs.id)) && !HEADING.test(name);
    if (this.tree.menus.length < MAX_MENUS && (isMenu || isTrail(opened))) this.tree.menus.push(opened);
  };

  onclosetag = (): void => {
    if (this.#isLeftOut) this.#isLeftOut = false;
    else if (this.#opaqueDepth === 0) this.#current = this.#current.parent ?? this.#current;
    else if (this.depth === this.#opaqueDepth) this.#opaqueDepth = 0;
    this.depth -= 1;
  };

  ontext = (text: string): void => {
    const { name, children } = this.#current;
    if (this.#opaqueDepth > 0 || (name === 'script' && !isStructuredData(this.#current))) return;
    this.#texts += 1;
    if (this.#texts > MAX_TEXTS) return;
    const decoded = text.includes('&') && !RAW_TEXT.has(name) ? decodeHTML(text) : text;
    const last = children.length - 1;
    // The parser splits a text at comments and at a `<` that begins no tag; this joins it again.
    if (last >= 0 && typeof children[last] === 'string') children[last] += decoded;
    else appendChild(this.#current, decoded);
  };
}

/** Treats elements as void while the tree is full, so that the parser's own stack stays short. */
class BoundedParser extends Parser {
  readonly #builder: TreeBuilder;
  /** Whether the tree was full at the current start tag. */
  #ignoresTag = false;
  #isEndTag = false;

  constructor(builder: TreeBuilder, { isXhtml = false }: { isXhtml?: boolean }) {
    // Without decoding, the parser can skip to the next tag, which is 25 % faster.
    super(builder, { decodeEntities: false, recognizeSelfClosing: isXhtml, recognizeCDATA: isXhtml });
    this.#builder = builder;
  }

  override onopentagname(start: number, end: number): void {
    this.#ignoresTag = this.#builder.isFull;
    super.onopentagname(start, end);
  }

  override onclosetag(start: number, end: number): void {
    this.#ignoresTag = false;
    this.#isEndTag = true;
    super.onclosetag(start, end);
    this.#isEndTag = false;
  }

  protected override isVoidElement(name: string): boolean {
    if (this.#isEndTag && HEADING.test(name)) this.#endHeading(name);
    return this.#ignoresTag || super.isVoidElement(name);
  }

  /** The end tag of a heading ends a heading of any level, as in browsers. */
  #endHeading(name: string): void {
    // `stack` is private in the parser's type declarations: names of the open elements, innermost first.
    const openNames = this['stack'] as string[];
    const innermost = openNames.findIndex((openName) => HEADING.test(openName));
    if (innermost >= 0) openNames[innermost] = name;
  }
}

export function childElements<Element extends PageElement>({ children }: { children: (Element | string)[] }) {
  return children.filter((child) => typeof child !== 'string');
}

/** Replaces the empty array by the first child: an array that grows takes 152 bytes, and most elements have one child. */
function appendChild(parent: PageElement, child: PageNode): void {
  if (parent.children.length === 0) parent.children = [child];
  else parent.children.push(child);
}

const isTrailName = (text?: string) => text !== undefined && TRAIL.test(text);
// Tab panels are content, not menus.
const isMenuName = (text?: string) => text !== undefined && MENU.test(text) && !/\btab/i.test(text);

/** Whether attributes name an element as breadcrumbs. Tests its own name last, because few elements have such attributes. */
export function isTrail({ name, attribs }: PageElement): boolean {
  const { class: classes, id, 'aria-label': label, 'aria-labelledby': labelId } = attribs;
  const isNamed = isTrailName(classes) || isTrailName(id) || isTrailName(label) || isTrailName(labelId);
  return isNamed && !/^(?:html|body|main|article|h[1-6])$/.test(name);
}

export function isStructuredData({ attribs }: PageElement): boolean {
  return /^application\/ld\+json\b/i.test(attribs.type ?? '');
}

/** Whether an element or an ancestor passes the test. Each is tested once, so that the time for a whole tree is linear. */
export function ownOrInherited(test: (element: PageElement) => boolean): (element: PageElement) => boolean {
  const results = new Map<PageElement, boolean>();
  return (element) => {
    const path: PageElement[] = [];
    let result = false;
    for (let ancestor: PageElement | null = element; ancestor && !result; ancestor = ancestor.parent) {
      const knownResult = results.get(ancestor);
      if (knownResult === false) break;
      result = knownResult ?? test(ancestor);
      path.push(ancestor);
    }
    for (const visited of path) results.set(visited, result);
    return result;
  };
}
