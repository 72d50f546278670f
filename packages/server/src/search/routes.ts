/** Routes of the search operations: validate, authorize, execute, present. */
import Router from '@koa/router';
import {
  type ConfigurationSettings,
  DocumentParameters,
  ExplanationRequest,
  ExtractionRequest,
  type FacetSetting,
  PassagesRequest,
  RecommendationParameters,
  requestLimits,
  SearchRequest,
  SimilarParameters,
  SuggestionParameters,
} from '@semantic-search/contract';
import type { Context } from 'koa';
import { authorize } from '../auth/permission.ts';
import { configurationId } from '../configurations/configuration-id.ts';
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
import { presenter, presentFullDocument, respond } from './present.ts';
import { createSearchContext, type SearchContext, type SearchDependencies } from './search-context.ts';

export function searchRoutes(dependencies: SearchDependencies & { reported: ReportedAddresses }): Router {
  const router = new Router({ prefix: '/api/configurations/:configId', sensitive: true });
  const contextOf = (ctx: Context) => createSearchContext(ctx, configurationId(ctx), dependencies);
  router.get('/suggestConcepts', async (ctx) => {
    ctx.body = await runSuggestion(await contextOf(ctx), parseQuery(SuggestionParameters, ctx.query));
  });
  router.post('/search', async (ctx) => search(ctx, await contextOf(ctx)));
  router.get('/getSimilar', async (ctx) => {
    ctx.body = await runSimilar(await contextOf(ctx), parseQuery(SimilarParameters, ctx.query));
  });
  router.get('/getRecommendations', async (ctx) => getRecommendations(ctx, await contextOf(ctx)));
  router.post('/extractConcepts', async (ctx) => extractConcepts(ctx, await contextOf(ctx)));
  router.post('/passages', async (ctx) => {
    ctx.body = await runPassages(
      await contextOf(ctx),
      parse(PassagesRequest, readJson(ctx, searchBodyLimit)),
    );
  });
  router.post('/explanation', async (ctx) => {
    const permission = { scope: 'configurations:read' } as const;
    const context = await createSearchContext(ctx, configurationId(ctx), dependencies, permission);
    const request = parse(ExplanationRequest, readJson(ctx, searchBodyLimit));
    ctx.body = await explainSearch(context, request, dependencies.reported);
  });
  const feeds: FeedCache = new Map();
  router.get('/feed', async (ctx) => {
    const context = await createSearchContext(ctx, configurationId(ctx), dependencies, { feed: true });
    return sendFeed(ctx, context, feeds);
  });
  router.get('/document', async (ctx) => readDocument(ctx, await contextOf(ctx)));
  return router;
}

async function search(ctx: Context, context: SearchContext): Promise<void> {
  // A request without a body returns all documents; `null` is an invalid body.
  const body = readJson(ctx, searchBodyLimit);
  const { facetsToShow, ...request } = parse(SearchRequest, body === undefined ? {} : body);
  const settings = facetsToShow ? withPreviewedFacets(ctx, context.settings, facetsToShow) : context.settings;
  ctx.body = await runSearch({ ...context, settings }, request);
}

/** Requires the right to change the configuration: other facets can reveal attributes that pages do not show. */
function withPreviewedFacets(
  ctx: Context,
  settings: ConfigurationSettings,
  facetsToShow: FacetSetting[],
): ConfigurationSettings {
  authorize(ctx, { scope: 'configurations:write' });
  return { ...settings, filter: { ...settings.filter, facetsToShow } };
}

async function getRecommendations(ctx: Context, { settings, space, elapsed }: SearchContext): Promise<void> {
  const { uri, recommender, language } = parseQuery(RecommendationParameters, ctx.query);
  const count = settings.details.numberOfRecommendations;
  const query = { ...relatedTo(uri, settings), count, plugin: recommender, language };
  const documents = await space.recommend(query);
  ctx.body = respond('recommendation', documents.map(presenter(settings, language)), elapsed());
}

async function extractConcepts(ctx: Context, { access, space, elapsed }: SearchContext): Promise<void> {
  const limit = access.kind === 'publishable' ? requestLimits.publishableExtractionBytes : searchBodyLimit;
  const request = parse(ExtractionRequest, readJson(ctx, limit));
  const { text, language, numberOfConcepts: count = 10 } = request;
  ctx.body = respond('extraction', await space.extract({ text, language, count }), elapsed());
}

async function readDocument(ctx: Context, context: SearchContext): Promise<void> {
  const parameters = parseQuery(DocumentParameters, ctx.query);
  const document = await readFullDocument(context, parameters);
  ctx.body = presentFullDocument(document, context.settings, parameters.language);
}
