/** Response of a feed, which is computed at most once a minute. */
import { FeedParameters } from '@semantic-search/contract';
import { getOrInsertLatest } from '@semantic-search/query/collections';
import type { Context } from 'koa';
import { entityTag } from '../http/responses/conditional-requests.ts';
import { parseQuery } from '../validation.ts';
import { atomFeed, type FeedContent, jsonFeed, MAX_FEED_ENTRIES, updatedAt } from './feed.ts';
import { searchWithRules } from './operations.ts';
import { planSearch } from './plan.ts';
import type { SearchContext } from './search-context.ts';

/** Feed readers poll often, and each feed is a search. */
const FEED_LIFETIME_MS = 60_000;
/** Bounds the memory: the parameters of feeds have any number of values. */
const MAX_CACHED_FEEDS = 200;

/** Feeds by all inputs on which they depend, including the filter of the token. */
export type FeedCache = Map<string, ReturnType<typeof computeFeed>>;

export async function sendFeed(ctx: Context, context: SearchContext, cache: FeedCache): Promise<void> {
  const facet = [ctx.query.facet ?? []].flat();
  const parameters = parseQuery(FeedParameters, { ...ctx.query, facet });
  const { settings, access, created } = context;
  const minute = Math.floor(Date.now() / FEED_LIFETIME_MS);
  const source = [ctx.path, ctx.state.ownOrigin(), settings, access.filter, parameters];
  const key = entityTag(JSON.stringify([minute, ...source]));
  const computed = getOrInsertLatest(cache, MAX_CACHED_FEEDS, key, () =>
    computeFeed(ctx, context, parameters, created),
  );
  computed.catch(() => cache.delete(key));
  const feed = await computed;
  ctx.type = parameters.format === 'json' ? 'application/feed+json' : 'application/atom+xml';
  ctx.set('Cache-Control', 'private, max-age=900');
  ctx.set('ETag', entityTag(feed.body));
  ctx.set('Last-Modified', new Date(feed.updated).toUTCString());
  ctx.compress = false;
  ctx.body = feed.body;
}

async function computeFeed(
  ctx: Context,
  context: SearchContext,
  { facet = [], format, access_token: _token, ...words }: FeedParameters,
  created: number,
) {
  const request = { ...words, selectedFacets: facet.map(selectedFacet), count: MAX_FEED_ENTRIES };
  const query = planSearch(request, context.settings);
  query.sort = { field: 'date', direction: 'desc', undated: 'written' };
  const { documents } = (await searchWithRules(context, request, query)).result;
  const self = new URL(ctx.url, ctx.state.ownOrigin());
  const id = new URL(self);
  id.searchParams.delete('access_token');
  const title = [context.settings.title, words.input].filter(Boolean).join(': ');
  const content: FeedContent = { title, id: id.href, self: self.href, created, documents };
  return { body: format === 'json' ? jsonFeed(content) : atomFeed(content), updated: updatedAt(content) };
}

/** Parses a facet parameter, which has the form of page addresses (reference/url-parameters.md). */
function selectedFacet(text: string) {
  const parts = text.split('|').map((part) => part.replaceAll('%7C', '|').replaceAll('%25', '%'));
  const [field, label, value] = parts;
  return { ...(field && { field }), ...(label && { label }), ...(value && { value }) };
}
