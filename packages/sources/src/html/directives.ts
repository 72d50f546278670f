/** Directives of a page for crawlers: canonical address, `noindex`, `nofollow`, redirection, links. */
import { withoutUndefined } from '../metadata-values.ts';
import type { MetaTags } from './metadata.ts';
import { ROBOTS_NAME, type RobotsDirectives, robotsDirectives } from './robots-directives.ts';
import type { PageElement, PageTree } from './tree/tree.ts';

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

export function directives(tree: PageTree, tags: MetaTags): Directives {
  const links = tree.named.get('link') ?? [];
  const canonical = links.find(({ attribs }) => relations(attribs).includes('canonical'))?.attribs.href;
  const refresh = refreshTarget(tags.get('refresh')?.[0]);
  // Contents anywhere on the page.
  const robots = ['robots', ROBOTS_NAME, 'x-robots-tag'].flatMap((name) => tags.get(name) ?? []);
  return {
    ...withoutUndefined({ canonical, refresh }),
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

/** The URL in `0; url=/new/`. A page with a delay of more than ten seconds is meant to be read, so it is indexed. */
function refreshTarget(content = ''): string | undefined {
  const [, delay = '', address] = /^([\d.]*)[\s;,]*url\s*=\s*['"]?(.*)/is.exec(content.trim()) ?? [];
  return Number.parseFloat(delay) > 10 ? undefined : address?.trim().replace(/['"]$/, '');
}
