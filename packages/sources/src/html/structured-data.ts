/** Metadata of a page from JSON-LD, microdata and breadcrumbs of RDFa (schema.org). */
import { decodeHTMLStrict } from 'entities/decode';
import { isRecord, isWebAddress, withoutUndefined } from '../metadata-values.ts';
import { elementText } from './tree/page-text.ts';
import { isStructuredData, type PageElement, type PageTree } from './tree/tree.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

/** A node of JSON-LD: an entity with its properties. */
type Node = Record<string, unknown>;
/** Longer scripts are ignored, as are later nodes, items of breadcrumbs and names of a list. */
const MAX_SCRIPT_LENGTH = 500_000;
const MAX_NODES = 4000;
const MAX_TRAIL_ITEMS = 100;
const MAX_LISTED_NAMES = 50;
const MICRODATA = ['itemprop', 'itemtype', 'itemscope', 'property', 'typeof'];
/** Types that describe the site or a part of the page, not its subject. The address of a shop or library may be on all of its pages. */
const ACCESSORY = new Set(vocabulary.siteTypes);

/** Metadata by member. Values of JSON-LD replace values of microdata. */
export function structuredData(tree: PageTree, address: string): ReturnType<typeof pageData> {
  // In microdata, an image is often the text of a figure, and a description the whole text.
  const { image: _, description: __, ...fromMicrodata } = pageData(microdataNodes(tree), address);
  return { ...fromMicrodata, ...pageData(jsonLdNodes(tree), address) };
}

function pageData(nodes: readonly Node[], address: string) {
  const nodeOfType = (type: string) => nodes.find((node) => typesOf(node).includes(type));
  const topics = nodes.filter((node) => typesOf(node).some((type) => !ACCESSORY.has(type)));
  const [main, second] = topics.sort((a, b) => Number('address' in a) - Number('address' in b));
  // Themes of blogs mark the body as a blog that contains the post, and a page of questions contains a question.
  const inner = main && typesOf(main).some((type) => /(?:Blog|Page)$/.test(type)) ? second : undefined;
  const untyped = nodes.find((node) => typesOf(node).length === 0);
  const page: Node = { ...untyped, ...nodeOfType('WebPage'), ...inner, ...main };
  const site = nodeOfType('WebSite');
  const trail = nodeOfType('BreadcrumbList');
  const [image] = [page.image].flat();
  return withoutUndefined({
    siteName: textOf(site?.name),
    breadcrumbs: trail && breadcrumbsOf(trail, address),
    title: textOf(page.headline) ?? textOf(main?.name),
    description: textOf(page.description),
    published: textOf(main?.datePublished) ?? textOf(page.startDate) ?? textOf(page.datePublished),
    modified: textOf(page.dateModified),
    image: textOf(isRecord(image) ? image.url : image),
    language: textOf(page.inLanguage),
    authors: namesOf(page.author ?? page.creator, nodes),
    type: main && typesOf(main).find((type) => !ACCESSORY.has(type)),
  });
}

function jsonLdNodes({ named }: PageTree): Node[] {
  const scripts = (named.get('script') ?? []).filter(isStructuredData);
  const nodes = scripts.flatMap((script) => [parseScript(script)].flat().filter(isRecord));
  // Entities nested elsewhere are values of their owner.
  return nodes.flatMap((node) => [node, ...[node['@graph']].flat().filter(isRecord)]).slice(0, MAX_NODES);
}

/** Items of microdata, and breadcrumbs of RDFa, as nodes of JSON-LD in document order. */
function microdataNodes({ root, annotated }: PageTree): Node[] {
  // Properties outside of an item belong to the root. A page may name a property `__proto__`, so nodes have no prototype.
  const nodes = new Map<PageElement, Node>([[root, Object.create(null)]]);
  const isMicrodata = ({ attribs }: PageElement) => MICRODATA.some((name) => name in attribs);
  for (const element of annotated.filter(isMicrodata).slice(0, MAX_NODES)) {
    const { itemprop, property = '', content, datetime } = element.attribs;
    let owner = element.parent ?? root;
    while (!nodes.has(owner)) owner = owner.parent ?? root;
    const node = nodes.get(owner)!;
    const item = newItem(element);
    if (item) nodes.set(element, item);
    // Blogger writes the time in full as the title of an abbreviation.
    const title = element.name === 'abbr' ? element.attribs.title : undefined;
    const value = item ?? content ?? datetime ?? title ?? elementText(element);
    for (const name of new Set((itemprop ?? property).split(' ')))
      if (Array.isArray(node[name])) node[name].push(value);
      else node[name] = [value];
  }
  return [...nodes.values()];
}

/** The item that begins with an element, still without properties; undefined if the element begins no item. */
function newItem({ attribs }: PageElement): Node | undefined {
  const { itemprop, itemtype, typeof: rdfaType = '' } = attribs;
  if (itemtype === undefined && rdfaType === '' && !(itemprop && 'itemscope' in attribs)) return undefined;
  // Types of RDFa are often specific to a content system, such as `sioc:Item`.
  const types = itemtype ?? (/BreadcrumbList$/.test(rdfaType) ? rdfaType : undefined);
  return Object.assign(Object.create(null), { '@type': types?.split(' ') });
}

/** Content systems wrap scripts in comments for old browsers, and leave line breaks in strings. */
const WRAPPER = /^(?:\/[/*] ?)?<!(?:--|\[CDATA\[)(?: ?\*\/)?|(?:\/[/*] ?)?(?:--|\]\])>(?: ?\*\/)?$/g;

function parseScript({ children }: PageElement): unknown {
  const source = children.find((child) => typeof child === 'string') ?? '';
  if (source.length > MAX_SCRIPT_LENGTH) return undefined;
  const json = source.trim().replaceAll(WRAPPER, '');
  try {
    return JSON.parse(json.replaceAll(/\p{Cc}+/gu, ' '));
  } catch {
    return undefined;
  }
}

function typesOf({ '@type': type }: Node): string[] {
  const types = [type].flat().filter((typeName) => typeof typeName === 'string');
  return types.map((typeName) => typeName.split(/[/#:]/).at(-1)!).filter(Boolean);
}

/** Content systems escape strings although JSON needs no character references. */
function textOf(value: unknown): string | undefined {
  const [first] = [value].flat();
  return (typeof first === 'string' && decodeHTMLStrict(first).trim()) || undefined;
}

/** Names in a value: a name, an entity, a reference to one by `@id`, or a list of these. Undefined if there are none. */
function namesOf(value: unknown, nodes: readonly Node[]): string[] | undefined {
  const entries = [value].flat().slice(0, MAX_LISTED_NAMES);
  const names = entries.map((entry) => {
    if (!isRecord(entry)) return textOf(entry);
    const { name, '@id': id } = entry;
    const referenced = id === undefined ? undefined : nodes.find((node) => node['@id'] === id);
    return textOf(name) ?? textOf(referenced?.name);
  });
  const definedNames = names.filter((name) => name !== undefined);
  return definedNames.length > 0 ? definedNames : undefined;
}

/** Names of the enclosing pages. Some lists have the names without items. */
function breadcrumbsOf({ itemListElement, name: names }: Node, address: string): string[] | undefined {
  const listItems = [itemListElement].flat().slice(0, MAX_TRAIL_ITEMS).filter(isRecord);
  const sorted = listItems.toSorted((a, b) => positionOf(a) - positionOf(b));
  // The last item is the page itself if it has its address, or if only the items before it have an address.
  const lastItem = sorted.at(-1)?.item ?? (sorted[0]?.item ? address : undefined);
  const [target] = [lastItem].flat();
  const targetAddress = isRecord(target) ? (target['@id'] ?? target.url) : target;
  // Docusaurus writes its public host, without the slash that a server or a built folder adds.
  const pathOf = (href: string) => URL.parse(href, address)?.href.replaceAll(/^\w+:\/\/[^/]*|\/$/g, '');
  if (typeof targetAddress === 'string' && pathOf(targetAddress) === pathOf(address)) sorted.pop();
  const namesOrAddresses = sorted.flatMap(({ name, item }) => textOf(name) ?? namesOf(item, [])?.[0] ?? []);
  const itemNames = namesOrAddresses.filter((text) => !isWebAddress(text));
  return itemNames.length > 0 ? itemNames : namesOf(names, []);
}

/** Zero for an object: the conversion of one without a prototype to a number throws. */
function positionOf({ position }: Node): number {
  const [first] = [position].flat();
  return typeof first === 'object' ? 0 : Number(first) || 0;
}
