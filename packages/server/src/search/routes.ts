/** Routes of the search operations: validate, execute, present. */
import type Router from '@koa/router';
import * as api from '@semantic-search/contract';
import type { Context } from 'koa';
import { operationRoutes } from '../auth/operation-routes.ts';
import { authorize } from '../auth/permission.ts';
import { readJson, searchBodyLimit } from '../http/requests/body.ts';
import { parse, parseQuery } from '../validation.ts';
import { explainSearch, type ReportedAddresses } from './explanation.ts';
import { type FeedCache, sendFeed } from './feed-route.ts';
import * as operations from './operations.ts';
import { presenter, responseOf } from './present.ts';
import { createSearchContext, type SearchContext, type SearchDependencies } from './search-context.ts';

type Handler = (ctx: Context, context: SearchContext) => unknown;

export function searchRoutes(dependencies: SearchDependencies & { reported: ReportedAddresses }): Router {
  const feeds: FeedCache = new Map();
  const inContext = (handle: Handler) => async (ctx: Context) =>
    handle(ctx, await createSearchContext(ctx, dependencies));
  return operationRoutes({
    suggestConcepts: inContext((ctx, context) =>
      operations.runSuggestion(context, parseQuery(api.SuggestionParameters, ctx.query)),
    ),
    search: inContext(searchConfiguration),
    getSimilar: inContext((ctx, context) =>
      operations.runSimilar(context, parseQuery(api.SimilarParameters, ctx.query)),
    ),
    getRecommendations: inContext(getRecommendations),
    extractConcepts: inContext(extractConcepts),
    findPassages: inContext((ctx, context) =>
      operations.runPassages(context, parse(api.PassagesRequest, readJson(ctx, searchBodyLimit))),
    ),
    explainSearch: inContext((ctx, context) => {
      const request = parse(api.ExplanationRequest, readJson(ctx, searchBodyLimit));
      return explainSearch(context, request, dependencies.reported);
    }),
    getFeed: inContext((ctx, context) => sendFeed(ctx, context, feeds)),
    getDocument: inContext(getDocument),
  });
}

async function searchConfiguration(ctx: Context, context: SearchContext): Promise<api.SearchResponse> {
  // A request without a body returns all documents; `null` is an invalid body.
  const body = readJson(ctx, searchBodyLimit);
  const { facetsToShow, ...request } = parse(api.SearchRequest, body === undefined ? {} : body);
  const settings = facetsToShow ? withPreviewedFacets(ctx, context.settings, facetsToShow) : context.settings;
  return operations.runSearch({ ...context, settings }, request);
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
  const query = { ...operations.relatedQuery(uri, settings), count, plugin: recommender, language };
  const documents = await space.recommend(query);
  return responseOf('recommendation', documents.map(presenter(settings, language)), elapsed());
}

async function getDocument(ctx: Context, context: SearchContext): Promise<api.DocumentResponse> {
  const parameters = parseQuery(api.DocumentParameters, ctx.query);
  const document = await operations.readFullDocument(context, parameters);
  const present = presenter(context.settings, parameters.language);
  return { ...present(document), concepts: document.concepts };
}

async function extractConcepts(ctx: Context, { access, space, elapsed }: SearchContext) {
  const limit =
    access.kind === 'publishable' ? api.requestLimits.publishableExtractionBytes : searchBodyLimit;
  const request = parse(api.ExtractionRequest, readJson(ctx, limit));
  const { text, language, numberOfConcepts: count = 10 } = request;
  return responseOf('extraction', await space.extract({ text, language, count }), elapsed());
}
