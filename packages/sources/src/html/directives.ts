/** Directives of a page for crawlers: canonical address, `noindex`, `nofollow`, redirection, links. */
import { readDate } from '@semantic-search/query/dates';
import { withoutUndefined } from '../metadata-values.ts';
import type { MetaTags } from './metadata.ts';
import type { PageElement, PageTree } from './tree/tree.ts';

export type RobotsDirectives = { noindex: boolean; nofollow: boolean };
/** `href` is as written on the page. */
export type Link = { href: string; nofollow: boolean };

export interface Directives extends RobotsDirectives {
  /** As written on the page. */
  canonical?: string;
  /** Address of an immediate `http-equiv="refresh"`, as written on the page. */
  refresh?: string;
  links: Link[];
}

/** Name under which pages and servers address this crawler. */
export const ROBOTS_NAME = 'semantic-search';

/** Names that address all crawlers, and the name of this crawler. */
const AGENT_NAMES = new Set(['robots', '*', ROBOTS_NAME]);
/** Directives that have a value after a colon. Another word before a colon is the name of a crawler. */
const VALUED_DIRECTIVE = /^(?:unavailable_after|max-(?:snippet|image-preview|video-preview))$/;
/** Preview directives such as `max-image-preview:none`: their `none` does not forbid indexing. */
const PREVIEW_DIRECTIVE = /\bmax-[a-z-]+(?:\s*[:=]\s*[\w-]+)?/gi;
/** The date may begin with a weekday and a comma. */
const EXPIRY = /unavailable_after[\s:=]+((?:[a-z]+,)?[^,;]*)/i;
/** A page with a longer delay before a refresh is meant to be read. */
const MAX_REFRESH_SECONDS = 10;

export function directives(tree: PageTree, tags: MetaTags): Directives {
  const links = tree.named.get('link') ?? [];
  const canonical = links.find(({ attribs }) => relations(attribs).includes('canonical'))?.attribs.href;
  // These `meta` elements count even outside of the head.
  const robotsContents = ['robots', ROBOTS_NAME, 'x-robots-tag'].flatMap((name) => tags.get(name) ?? []);
  return {
    ...withoutUndefined({ canonical, refresh: refreshTarget(tags.get('refresh')?.[0]) }),
    ...robotsDirectives(robotsContents),
    links: [...linksOf(tree)],
  };
}

/** Names of the attributes with an address, by element name. */
const ADDRESS_ATTRIBUTES = { a: 'href', area: 'href', link: 'href', frame: 'src', iframe: 'src' };

function* linksOf({ named }: PageTree): Iterable<Link> {
  for (const [name, attribute] of Object.entries(ADDRESS_ATTRIBUTES))
    for (const { attribs } of named.get(name) ?? []) {
      const href = attribs[attribute];
      if (href === undefined || (name === 'link' && !leadsToPage(attribs))) continue;
      yield { href, nofollow: relations(attribs).includes('nofollow') };
    }
}

/** Whether a `link` leads to a page: the next or previous page, or the same page in another language (`hreflang`). */
function leadsToPage(attribs: PageElement['attribs']): boolean {
  const rel = relations(attribs);
  return rel.includes('next') || rel.includes('prev') || (rel.includes('alternate') && 'hreflang' in attribs);
}

function relations({ rel }: PageElement['attribs']): string[] {
  return rel ? rel.toLowerCase().split(/\s+/) : [];
}

/** The URL in `0; url=/new/` or `0; /new/`. */
function refreshTarget(content = ''): string | undefined {
  const [, delay = '', rest = ''] = /^([\d.]+)[\s;,]*(?:url\s*=\s*)?['"]?(.*)/is.exec(content.trim()) ?? [];
  const address = rest.trim().replace(/['"]$/, '');
  return Number.parseFloat(delay) <= MAX_REFRESH_SECONDS && address !== '' ? address : undefined;
}

/** Combines lines, which are contents of `meta` elements or of headers: the strictest directive counts. */
export function robotsDirectives(lines: Iterable<string>, now = Date.now()): RobotsDirectives {
  const result = { noindex: false, nofollow: false };
  for (const line of lines) {
    const applicable = applicablePart(line);
    const text = applicable.replace(PREVIEW_DIRECTIVE, ' ').replace(EXPIRY, ' ').toLowerCase();
    // Not only commas separate directives.
    const words = new Set(text.split(/[^\w-]+/));
    const isNone = words.has('none');
    // A date that cannot be read has no effect. A date without a zone is in UTC.
    const expiry = readDate(EXPIRY.exec(applicable)?.[1] ?? '')?.start ?? Infinity;
    result.noindex ||= isNone || words.has('noindex') || expiry < now;
    result.nofollow ||= isNone || words.has('nofollow');
  }
  return result;
}

/** The directives for this crawler. The name of a crawler and a colon limit the following directives of a line to it. */
function applicablePart(line: string): string {
  let applies = true;
  const parts: string[] = [];
  for (const part of line.split(',')) {
    const colon = part.indexOf(':');
    const name = part.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const isAgent = name !== '' && !/\s/.test(name) && !VALUED_DIRECTIVE.test(name);
    if (isAgent) applies = AGENT_NAMES.has(name);
    if (applies) parts.push(isAgent ? part.slice(colon + 1) : part);
  }
  return parts.join(',');
}
