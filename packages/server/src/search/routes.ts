/** Routes of the search operations: validate, execute, present. */
import type Router from '@koa/router';
import * as api from '@semantic-search/contract';
import type { Context } from 'koa';
import { configurationId, operationRoutes } from '../auth/operation-routes.ts';
import { authorize } from '../auth/permission.ts';
import { readJson, searchBodyLimit } from '../http/requests/body.ts';
import { parse, parseQuery } from '../validation.ts';
import { explainSearch, type ReportedAddresses } from './explanation.ts';
import { type FeedCache, sendFeed } from './feed-route.ts';
import {
  readFullDocument,
  relatedTo,
  runPassages,
  runSearch,
  runSimilar,
  runSuggestion,
} from './operations.ts';
import { presenter, respond } from './present.ts';
import { createSearchContext, type SearchContext, type SearchDependencies } from './search-context.ts';

export function searchRoutes(dependencies: SearchDependencies & { reported: ReportedAddresses }): Router {
  const contextOf = (ctx: Context) => createSearchContext(ctx, configurationId(ctx), dependencies);
  const feeds: FeedCache = new Map();
  return operationRoutes({
    suggestConcepts: async (ctx) =>
      runSuggestion(await contextOf(ctx), parseQuery(api.SuggestionParameters, ctx.query)),
    search: async (ctx) => search(ctx, await contextOf(ctx)),
    getSimilar: async (ctx) => runSimilar(await contextOf(ctx), parseQuery(api.SimilarParameters, ctx.query)),
    getRecommendations: async (ctx) => getRecommendations(ctx, await contextOf(ctx)),
    extractConcepts: async (ctx) => extractConcepts(ctx, await contextOf(ctx)),
    findPassages: async (ctx) =>
      runPassages(await contextOf(ctx), parse(api.PassagesRequest, readJson(ctx, searchBodyLimit))),
    async explainSearch(ctx) {
      const context = await contextOf(ctx);
      const request = parse(api.ExplanationRequest, readJson(ctx, searchBodyLimit));
      return explainSearch(context, request, dependencies.reported);
    },
    getFeed: async (ctx) => sendFeed(ctx, await contextOf(ctx), feeds),
    async getDocument(ctx): Promise<api.DocumentResponse> {
      const context = await contextOf(ctx);
      const parameters = parseQuery(api.DocumentParameters, ctx.query);
      const document = await readFullDocument(context, parameters);
      const present = presenter(context.settings, parameters.language);
      return { ...present(document), concepts: document.concepts };
    },
  });
}

async function search(ctx: Context, context: SearchContext): Promise<api.SearchResponse> {
  // A request without a body returns all documents; `null` is an invalid body.
  const body = readJson(ctx, searchBodyLimit);
  const { facetsToShow, ...request } = parse(api.SearchRequest, body === undefined ? {} : body);
  const settings = facetsToShow ? withPreviewedFacets(ctx, context.settings, facetsToShow) : context.settings;
  return runSearch({ ...context, settings }, request);
}

/** Requires the right to change the configuration: other facets can reveal attributes that pages do not show. */
function withPreviewedFacets(
  ctx: Context,
  settings: api.ConfigurationSettings,
  facetsToShow: api.FacetSetting[],
): api.ConfigurationSettings {
  authorize(ctx, { scope: 'configurations:write' });
  return { ...settings, filter: { ...settings.filter, facetsToShow } };
}

async function getRecommendations(ctx: Context, { settings, space, elapsed }: SearchContext) {
  const { uri, recommender, language } = parseQuery(api.RecommendationParameters, ctx.query);
  const count = settings.details.numberOfRecommendations;
  const query = { ...relatedTo(uri, settings), count, plugin: recommender, language };
  const documents = await space.recommend(query);
  return respond('recommendation', documents.map(presenter(settings, language)), elapsed());
}

async function extractConcepts(ctx: Context, { access, space, elapsed }: SearchContext) {
  const limit =
    access.kind === 'publishable' ? api.requestLimits.publishableExtractionBytes : searchBodyLimit;
  const request = parse(api.ExtractionRequest, readJson(ctx, limit));
  const { text, language, numberOfConcepts: count = 10 } = request;
  return respond('extraction', await space.extract({ text, language, count }), elapsed());
}
