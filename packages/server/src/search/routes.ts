/** Routes of the search operations: validate, authorize, execute, present. */
import Router from '@koa/router';
import {
  type ConfigurationSettings,
  DocumentParameters,
  ExtractionRequest,
  type FacetSetting,
  RecommendationParameters,
  SearchRequest,
  SimilarParameters,
  SuggestionParameters,
} from '@semantic-search/contract';
import type { FullDocument } from '@semantic-search/engine';
import type { Context } from 'koa';
import { clientIdentity } from '../auth/client-identity.ts';
import { authorize } from '../auth/permission.ts';
import { type Execute, queries, type SpaceQueries } from '../backends/call.ts';
import { configurationId } from '../configurations/configuration-id.ts';
import { type ConfigurationStore, unknownConfiguration } from '../configurations/store.ts';
import { readJson, searchBodyLimit } from '../http/json-body.ts';
import { parse, parseQuery } from '../validation.ts';
import { documentFacets, planSearch } from './plan.ts';
import {
  presentDocuments,
  presentExtraction,
  presentFullDocument,
  presentSearch,
  presentSuggestions,
} from './present.ts';

export interface SearchDependencies {
  configurations: Pick<ConfigurationStore, 'find'>;
  /** Runs a query through the interceptors. */
  execute: Execute;
  /** Maximum duration of all queries of one request, in milliseconds. */
  timeoutMs: number;
}

/** The permitted configuration and its search space. */
interface SearchContext {
  settings: ConfigurationSettings;
  /** The search space of the configuration. */
  space: SpaceQueries;
  /** Milliseconds since the start of the request. */
  elapsed(): number;
}

export function searchRoutes(dependencies: SearchDependencies): Router {
  const router = new Router({ prefix: '/api/configurations/:configId', sensitive: true });
  router.get('/suggestConcepts', (ctx) => suggestConcepts(ctx, createSearchContext(ctx, dependencies)));
  router.post('/search', (ctx) => search(ctx, createSearchContext(ctx, dependencies)));
  router.get('/getSimilar', (ctx) => getSimilar(ctx, createSearchContext(ctx, dependencies)));
  router.get('/getRecommendations', (ctx) => getRecommendations(ctx, createSearchContext(ctx, dependencies)));
  router.post('/extractConcepts', (ctx) => extractConcepts(ctx, createSearchContext(ctx, dependencies)));
  router.get('/document', (ctx) => readDocument(ctx, createSearchContext(ctx, dependencies)));
  return router;
}

async function suggestConcepts(ctx: Context, { space, elapsed }: SearchContext): Promise<void> {
  const { searchString, ...options } = parseQuery(SuggestionParameters, ctx.query);
  const suggested = await space.suggest({ text: searchString, ...options, count: options.count ?? 10 });
  ctx.body = presentSuggestions(suggested, elapsed());
}

async function search(ctx: Context, { settings, space, elapsed }: SearchContext): Promise<void> {
  const { facetsToShow, ...request } = parse(SearchRequest, await readOptional(ctx));
  const shown = facetsToShow ? withPreviewedFacets(ctx, settings, facetsToShow) : settings;
  const found = await space.search(planSearch(request, shown));
  ctx.body = presentSearch(found, shown, request.language, elapsed());
}

/** Only people who may change the configuration choose other facets: they may reveal attributes that pages do not show. */
function withPreviewedFacets(
  ctx: Context,
  settings: ConfigurationSettings,
  facetsToShow: FacetSetting[],
): ConfigurationSettings {
  authorize(ctx, { scope: 'configurations:write' });
  return { ...settings, filter: { ...settings.filter, facetsToShow } };
}

/** The serialized document, as long as the engine's result, which concurrent requests share. */
const shown = new WeakMap<
  FullDocument,
  { settings: ConfigurationSettings; language: string | undefined; body: Buffer }
>();

/** Serialized once for concurrent requests, because a document may have millions of characters. */
function bodyOf(
  document: FullDocument,
  settings: ConfigurationSettings,
  language: string | undefined,
): Buffer {
  const known = shown.get(document);
  if (known?.settings === settings && known.language === language) return known.body;
  const body = Buffer.from(JSON.stringify(presentFullDocument(document, settings, language)));
  shown.set(document, { settings, language, body });
  return body;
}

/** A request without a body returns all documents; `null` is an invalid body. */
async function readOptional(ctx: Context): Promise<unknown> {
  const body = await readJson(ctx, searchBodyLimit);
  return body === undefined ? {} : body;
}

async function getSimilar(ctx: Context, { settings, space, elapsed }: SearchContext): Promise<void> {
  const { uri, number, similarity, language } = parseQuery(SimilarParameters, ctx.query);
  const count = number ?? settings.result.numberOfSimilarDocuments;
  const query = { ...relatedTo(uri, settings), count, plugin: similarity, language };
  const documents = await space.similar(query);
  ctx.body = presentDocuments('similar', documents, settings, language, elapsed());
}

async function getRecommendations(ctx: Context, { settings, space, elapsed }: SearchContext): Promise<void> {
  const { uri, recommender, language } = parseQuery(RecommendationParameters, ctx.query);
  const count = settings.details.numberOfRecommendations;
  const query = { ...relatedTo(uri, settings), count, plugin: recommender, language };
  const documents = await space.recommend(query);
  ctx.body = presentDocuments('recommendation', documents, settings, language, elapsed());
}

function relatedTo(uri: string, settings: ConfigurationSettings) {
  return {
    id: uri,
    documentFacets: documentFacets(settings),
    summaryLength: settings.result.summaryLength,
  };
}

async function extractConcepts(ctx: Context, { space, elapsed }: SearchContext): Promise<void> {
  const request = parse(ExtractionRequest, await readJson(ctx, searchBodyLimit));
  const { text, language, numberOfConcepts: count = 10 } = request;
  ctx.body = presentExtraction(await space.extract({ text, language, count }), elapsed());
}

async function readDocument(ctx: Context, { settings, space }: SearchContext): Promise<void> {
  const { uri, language } = parseQuery(DocumentParameters, ctx.query);
  const options = {
    ...(language !== undefined && { language }),
    documentFacets: documentFacets(settings),
  };
  const document = await space.document(uri, options);
  ctx.type = 'json';
  ctx.body = bodyOf(document, settings, language);
}

/** Checks the permission first, so that a token reveals nothing about other configurations. */
function createSearchContext(
  ctx: Context,
  { configurations, execute, timeoutMs }: SearchDependencies,
): SearchContext {
  const started = performance.now();
  const id = configurationId(ctx);
  const access = authorize(ctx, { scope: 'search', configuration: id });
  const settings = configurations.find(id)?.config;
  if (!settings) throw unknownConfiguration(id);
  if (access.spaces) authorize(ctx, { scope: 'search', configuration: id, space: settings.searchSpace });
  const context = {
    space: settings.searchSpace,
    client: clientIdentity(access),
    signal: disconnectSignal(ctx),
    deadline: started + timeoutMs,
  };
  return { settings, space: queries(execute, context), elapsed: () => performance.now() - started };
}

/** Aborted when the client closes the connection before the response is sent. */
function disconnectSignal(ctx: Context): AbortSignal {
  const controller = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
}
