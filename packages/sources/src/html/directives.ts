/** Directives of a page for crawlers: canonical address, `noindex`, `nofollow`, redirection, links. */
import { readDate } from '@semantic-search/query/dates';
import { withoutUndefined } from '../metadata-values.ts';
import type { MetaTags } from './metadata.ts';
import type { PageElement, PageTree } from './tree/tree.ts';

export type RobotsDirectives = { noindex: boolean; nofollow: boolean };

export interface Link {
  /** As written on the page. */
  href: string;
  nofollow: boolean;
}

export interface Directives extends RobotsDirectives {
  /** As written on the page. */
  canonical?: string;
  /** Address of an immediate `http-equiv="refresh"`, as written on the page. */
  refresh?: string;
  links: Link[];
}

/** Name under which pages and servers address this crawler. */
export const ROBOTS_NAME = 'semantic-search';

const NAMES = new Set(['robots', '*', ROBOTS_NAME]);
/** Directives that have a value after a colon. Another word before a colon is the name of a crawler. */
const VALUED = /^(?:unavailable_after|max-(?:snippet|image-preview|video-preview))$/;
/** Preview directives such as `max-image-preview:none`: their `none` does not forbid indexing. */
const PREVIEWS = /\bmax-[a-z-]+(?:\s*[:=]\s*[\w-]+)?/gi;
/** The date may begin with a weekday and a comma. */
const EXPIRY = /unavailable_after[\s:=]+((?:[a-z]+,)?[^,;]*)/i;

export function directives(tree: PageTree, tags: MetaTags): Directives {
  const links = tree.named.get('link') ?? [];
  const canonical = links.find(({ attribs }) => relations(attribs).includes('canonical'))?.attribs.href;
  // Contents anywhere on the page.
  const robots = ['robots', ROBOTS_NAME, 'x-robots-tag'].flatMap((name) => tags.get(name) ?? []);
  return {
    ...withoutUndefined({ canonical, refresh: refreshTarget(tags.get('refresh')?.[0]) }),
    ...robotsDirectives(robots),
    links: [...linksOf(tree)],
  };
}

/** Attributes with an address, by element name. */
const ADDRESSES = { a: 'href', area: 'href', link: 'href', frame: 'src', iframe: 'src' };

function* linksOf({ named }: PageTree): Iterable<Link> {
  for (const [name, attribute] of Object.entries(ADDRESSES))
    for (const { attribs } of named.get(name) ?? []) {
      const href = attribs[attribute];
      if (href === undefined || (name === 'link' && !isPage(attribs))) continue;
      yield { href, nofollow: relations(attribs).includes('nofollow') };
    }
}

/** Whether a `link` leads to a page: the next or previous page, or the same page in another language (`hreflang`). */
function isPage(attribs: PageElement['attribs']): boolean {
  const rel = relations(attribs);
  return rel.includes('next') || rel.includes('prev') || (rel.includes('alternate') && 'hreflang' in attribs);
}

function relations({ rel }: PageElement['attribs']): string[] {
  return rel ? rel.toLowerCase().split(/\s+/) : [];
}

/** The URL in `0; url=/new/` or `0; /new/`. A page with a delay of more than ten seconds is meant to be read. */
function refreshTarget(content = ''): string | undefined {
  const [, delay = '', rest = ''] = /^([\d.]+)[\s;,]*(?:url\s*=\s*)?['"]?(.*)/is.exec(content.trim()) ?? [];
  const address = rest.trim().replace(/['"]$/, '');
  return Number.parseFloat(delay) <= 10 && address !== '' ? address : undefined;
}

/**
 * Combines all lines: the strictest directive counts. A line is the content of a `meta` element or of a header. Commas, other
 * punctuation and spaces separate directives. The name of a crawler and a colon limit the following directives of a line to it.
 */
export function robotsDirectives(lines: Iterable<string>, now = Date.now()): RobotsDirectives {
  const result = { noindex: false, nofollow: false };
  for (const line of lines) {
    const applicable = applicablePart(line);
    const text = applicable.replace(PREVIEWS, ' ').replace(EXPIRY, ' ').toLowerCase();
    const words = new Set(text.split(/[^\w-]+/));
    const isNone = words.has('none');
    // A date that cannot be read has no effect. A date without a zone is in UTC.
    const expiry = readDate(EXPIRY.exec(applicable)?.[1] ?? '')?.start ?? Infinity;
    result.noindex ||= isNone || words.has('noindex') || expiry < now;
    result.nofollow ||= isNone || words.has('nofollow');
  }
  return result;
}

function applicablePart(line: string): string {
  let applies = true;
  const parts: string[] = [];
  for (const part of line.split(',')) {
    const colon = part.indexOf(':');
    const name = part.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const isAgent = name !== '' && !/\s/.test(name) && !VALUED.test(name);
    if (isAgent) applies = NAMES.has(name);
    if (applies) parts.push(isAgent ? part.slice(colon + 1) : part);
  }
  return parts.join(',');
}
