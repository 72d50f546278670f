/** Metadata of a page from JSON-LD and microdata (schema.org). */
import { elementText } from './tree/page-text.ts';
import { isStructuredData, ownOrInherited, type PageElement, type PageTree } from './tree/tree.ts';

export interface StructuredData {
  title?: string | undefined;
  description?: string | undefined;
  published?: string | undefined;
  modified?: string | undefined;
  image?: string | undefined;
  language?: string | undefined;
  type?: string | undefined;
  siteName?: string | undefined;
  authors?: string[] | undefined;
  breadcrumbs?: string[] | undefined;
}

type Node = Record<string, unknown>;

const MAX_SCRIPT_LENGTH = 500_000;
const MAX_NODES = 1000;
const MAX_BREADCRUMBS = 100;
const MAX_NAMES = 50;
/** Types that describe the site or a part of the page, and not what the page is about. */
const ACCESSORY = new Set([
  ...['WebSite', 'WebPage', 'Organization', 'Person', 'BreadcrumbList', 'ImageObject', 'SearchAction'],
  ...['SiteNavigationElement', 'WPHeader', 'WPFooter', 'WPSideBar', 'ListItem', 'Corporation', 'VideoObject'],
]);

export function structuredData(tree: PageTree): StructuredData {
  return withoutUndefined({ ...microdata(tree), ...withoutUndefined(jsonLd(tree)) });
}

function jsonLd(tree: PageTree): StructuredData {
  const scripts = (tree.named.get('script') ?? []).filter(isStructuredData);
  const nodes = scripts.flatMap((script) => nodesIn(parsed(script))).slice(0, MAX_NODES);
  const main = nodes.find((node) => typesOf(node).some((type) => !ACCESSORY.has(type)));
  const page = main ?? nodes.find((node) => typesOf(node).includes('WebPage'));
  const site = nodes.find((node) => typesOf(node).includes('WebSite'));
  const trail = nodes.find((node) => typesOf(node).includes('BreadcrumbList'));
  return {
    siteName: text(site?.name),
    breadcrumbs: trail && breadcrumbsOf(trail),
    ...(page && {
      title: text(page.headline) ?? (main && text(main.name)),
      description: text(page.description),
      published: text(page.datePublished) ?? text(page.startDate),
      modified: text(page.dateModified),
      image: imageOf(page.image),
      language: text(page.inLanguage),
      authors: namesOf(page.author ?? page.creator, nodes),
      type: main && typesOf(main).find((type) => !ACCESSORY.has(type)),
    }),
  };
}

/** Content systems wrap scripts in comments for old browsers, and leave line breaks in strings. */
const WRAPPER = /^(?:\/[/*] ?)?<!(?:--|\[CDATA\[)(?: ?\*\/)?|(?:\/[/*] ?)?(?:--|\]\])>(?: ?\*\/)?$/g;

function parsed({ children }: PageElement): unknown {
  const source = children.find((child) => typeof child === 'string') ?? '';
  if (source.length > MAX_SCRIPT_LENGTH) return undefined;
  const json = source.trim().replaceAll(WRAPPER, '');
  try {
    return JSON.parse(json.replaceAll(/\p{Cc}+/gu, ' '));
  } catch {
    return undefined;
  }
}

/** Members of lists and of `@graph`; nested entities are values of their owner. */
function nodesIn(value: unknown): Node[] {
  return [value]
    .flat()
    .filter(isNode)
    .flatMap((node) => [node, ...[node['@graph']].flat().filter(isNode)]);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typesOf({ '@type': type }: Node): string[] {
  const types = [type].flat().filter((typeName) => typeof typeName === 'string');
  return types.map((typeName) => typeName.split(/[/#:]/).at(-1)!);
}

function text(value: unknown): string | undefined {
  const [first] = [value].flat();
  return (typeof first === 'string' && first.trim()) || undefined;
}

function imageOf(value: unknown): string | undefined {
  const [first] = [value].flat();
  return text(isNode(first) ? first.url : first);
}

/** A name, an entity, a reference to one by `@id`, or a list of these. */
function namesOf(value: unknown, nodes: readonly Node[]): string[] | undefined {
  const listed = [value].flat().slice(0, MAX_NAMES);
  const names = listed.map((entry) => {
    if (!isNode(entry)) return text(entry);
    const { name, '@id': id } = entry;
    return text(name) ?? text(id === undefined ? undefined : nodes.find((node) => node['@id'] === id)?.name);
  });
  const present = names.filter((name) => name !== undefined);
  return present.length > 0 ? present : undefined;
}

function breadcrumbsOf({ itemListElement }: Node): string[] | undefined {
  if (!Array.isArray(itemListElement)) return undefined;
  const listed = itemListElement.slice(0, MAX_BREADCRUMBS).filter(isNode);
  const sorted = listed.toSorted((a, b) => positionOf(a) - positionOf(b));
  const names = sorted.map(({ name, item }) => text(name) ?? text((item as Node | undefined)?.name));
  return names.filter((name) => name !== undefined);
}

function positionOf({ position }: Node): number {
  return typeof position === 'string' || typeof position === 'number' ? Number(position) || 0 : 0;
}

function microdata({ annotated }: PageTree): StructuredData {
  const first = (name: string) => {
    const element = annotated.find(({ attribs }) => attribs.itemprop?.split(' ').includes(name));
    return element && propertyValue(element);
  };
  const itemTypes = annotated.map(({ attribs }) => attribs.itemtype ?? '').filter((type) => type !== '');
  const types = itemTypes.map((type) => type.split(/[/#:]/).at(-1)!);
  const isInBreadcrumbs = ownOrInherited(({ attribs }) => {
    return /(?:^|[/:])BreadcrumbList$/.test(attribs.itemtype ?? attribs.typeof ?? '');
  });
  const trail = annotated.filter(({ attribs, parent }) => {
    const isName = attribs.itemprop === 'name' || attribs.property === 'name';
    return isName && parent !== null && isInBreadcrumbs(parent);
  });
  return {
    title: first('headline'),
    published: first('datePublished') ?? first('startDate'),
    modified: first('dateModified'),
    authors: authorsIn(annotated),
    type: types.find((type) => !ACCESSORY.has(type)),
    breadcrumbs: trail.length > 0 ? trail.slice(0, MAX_BREADCRUMBS).map(elementText) : undefined,
  };
}

/** Names of the elements with `itemprop="author"`: of the entity in it, or its text. */
function authorsIn(annotated: readonly PageElement[]): string[] | undefined {
  const isAuthor = ({ attribs }: PageElement) => attribs.itemprop?.split(' ').includes('author') ?? false;
  const isInAuthor = ownOrInherited(isAuthor);
  const entities = new Set(annotated.filter((node) => isAuthor(node) && 'itemscope' in node.attribs));
  const names = annotated.filter((node) => {
    if (isAuthor(node)) return !entities.has(node);
    return node.attribs.itemprop === 'name' && isInAuthor(node);
  });
  const values = names
    .slice(0, MAX_NAMES)
    .map(propertyValue)
    .filter((name) => name !== undefined);
  return values.length > 0 ? values : undefined;
}

function propertyValue(element: PageElement): string | undefined {
  const { content, datetime } = element.attribs;
  const value = content ?? datetime ?? elementText(element);
  return value.trim() || undefined;
}

function withoutUndefined<Data extends object>(data: Data): Data {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as Data;
}
