/** Items of RSS, Atom, JSON Feed and RDF in one form. */
import { parseFeed } from 'feedsmith';

export interface FeedItem {
  /** Absolute or relative address of the page. */
  link: string | undefined;
  /** Resolves the addresses of the item (`xml:base`); absolute, or relative to that of the feed. */
  base: string | undefined;
  /** Identifier that the feed gives to the item. */
  identifier: string | undefined;
  /** May be HTML, like `summary` and `content`. */
  title: string | undefined;
  summary: string | undefined;
  content: string | undefined;
  date: string | undefined;
  image: string | undefined;
  language: string | undefined;
  authors: string[];
  categories: string[];
}

export interface Feed {
  items: FeedItem[];
  language: string | undefined;
  /** Resolves the addresses of the feed (`xml:base`); absolute, or relative to the address of the feed. */
  base: string | undefined;
  /** Address of the following page (RFC 5005, section 3; JSON Feed `next_url`). */
  next: string | undefined;
}

const parse = (text: string) => parseFeed(text);
type Parsed = ReturnType<typeof parse>;
type RssItem = NonNullable<Extract<Parsed, { format: 'rss' }>['feed']['items']>[number];
type RdfItem = NonNullable<Extract<Parsed, { format: 'rdf' }>['feed']['items']>[number];
type AtomEntry = NonNullable<Extract<Parsed, { format: 'atom' }>['feed']['entries']>[number];
type JsonItem = NonNullable<Extract<Parsed, { format: 'json' }>['feed']['items']>[number];

/** Throws if the text is not a feed. */
export function parseItems(text: string): Feed {
  const { format, feed } = parse(text);
  switch (format) {
    case 'rss':
      return {
        items: (feed.items ?? []).map(rssItem),
        language: feed.language,
        base: feed.xml?.base,
        next: nextOf(feed.atom?.links),
      };
    case 'atom':
      return {
        items: (feed.entries ?? []).map(atomItem),
        language: feed.xml?.lang,
        base: feed.xml?.base,
        next: nextOf(feed.links),
      };
    case 'json':
      return {
        items: (feed.items ?? []).map(jsonItem),
        language: feed.language,
        base: undefined,
        next: feed.next_url,
      };
    case 'rdf':
      return {
        items: (feed.items ?? []).map(rdfItem),
        language: feed.dc?.languages?.[0],
        base: feed.xml?.base,
        next: undefined,
      };
  }
}

function nextOf(links: readonly { rel?: string; href?: string }[] | undefined): string | undefined {
  return links?.find(({ rel }) => rel === 'next')?.href;
}

function rssItem(item: RssItem): FeedItem {
  const { link, guid, title, description, content, pubDate, dc, media, enclosures } = item;
  const picture = enclosures?.find(({ type }) => type?.startsWith('image/'));
  return {
    link: link ?? (guid?.isPermaLink === false ? undefined : guid?.value),
    base: item.xml?.base,
    identifier: guid?.value,
    title: title ?? dc?.titles?.[0],
    summary: description,
    content: content?.encoded,
    date: pubDate ?? dc?.dates?.[0],
    image: media?.thumbnails?.[0]?.url ?? picture?.url,
    language: dc?.languages?.[0],
    authors: dc?.creators ?? [],
    categories: [...names(item.categories?.map(({ name }) => name)), ...(dc?.subjects ?? [])],
  };
}

function atomItem(entry: AtomEntry): FeedItem {
  const { links, id, title, summary, content, published, updated, media, categories, authors } = entry;
  const page = links?.find(({ rel = 'alternate' }) => rel === 'alternate');
  return {
    link: page?.href,
    base: entry.xml?.base,
    identifier: id,
    title: asHtml(title),
    summary: asHtml(summary),
    content: asHtml(content),
    date: published ?? updated,
    image: media?.thumbnails?.[0]?.url,
    language: entry.xml?.lang,
    authors: names(authors?.map(({ name }) => name)),
    categories: names(categories?.map(({ label, term }) => label ?? term)),
  };
}

/** Plain text has to be escaped, because all texts are read as HTML. */
function asHtml(text: { value?: string; type?: string } | undefined): string | undefined {
  const { value, type = 'text' } = text ?? {};
  return type === 'text' ? escapeHtml(value) : value;
}

function escapeHtml(text: string | undefined): string | undefined {
  return text?.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function jsonItem(item: JsonItem): FeedItem {
  return {
    link: item.url ?? item.external_url,
    base: undefined,
    identifier: item.id,
    title: escapeHtml(item.title),
    summary: escapeHtml(item.summary),
    content: item.content_html ?? escapeHtml(item.content_text),
    date: item.date_published ?? item.date_modified,
    image: item.image ?? item.banner_image,
    language: item.language,
    authors: names(item.authors?.map(({ name }) => name)),
    categories: item.tags ?? [],
  };
}

function rdfItem({ link, title, description, content, dc, rdf, xml }: RdfItem): FeedItem {
  return {
    link,
    base: xml?.base,
    identifier: rdf?.about,
    title,
    summary: description,
    content: content?.encoded,
    date: dc?.dates?.[0],
    image: undefined,
    language: dc?.languages?.[0],
    authors: dc?.creators ?? [],
    categories: dc?.subjects ?? [],
  };
}

function names(values: readonly (string | undefined)[] | undefined): string[] {
  return values?.filter((value) => value !== undefined) ?? [];
}
