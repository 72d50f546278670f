/** The operations of the search family (specification section 4.1): parse, ask the backend, present. */
import Router from '@koa/router';
import {
  type ConfigurationSettings,
  DocumentParameters,
  ExtractionRequest,
  RecommendationParameters,
  SearchRequest,
  type SelectedFacet,
  SimilarParameters,
  SuggestionParameters,
} from '@semantic-search/contract';
import type { Facet, FullDocument, SearchSpace } from '@semantic-search/engine';
import type { Context } from 'koa';
import { runAsClient } from '../auth/client-identity.ts';
import { authorize } from '../auth/permission.ts';
import type { Backend } from '../backends/backend.ts';
import { withDeadline } from '../backends/with-deadline.ts';
import { configurationId } from '../configurations/configuration-id.ts';
import { type ConfigurationStore, unknownConfiguration } from '../configurations/store.ts';
import { ProblemError } from '../errors/problem.ts';
import { readJson, searchBodyLimit } from '../http/json-body.ts';
import { parse, parseQuery } from '../validation.ts';
import { documentFacets, facetReferences, planSearch } from './plan.ts';
import {
  presentDocuments,
  presentExtraction,
  presentSearch,
  presentSuggestions,
  presentWholeDocument,
} from './present.ts';
import type { FindFacet } from './selections.ts';

export interface SearchDependencies {
  configurations: Pick<ConfigurationStore, 'find'>;
  backend: Backend;
  /** Longest time of a call to the backend, in milliseconds. */
  deadline: number;
}

/** What every operation of the family starts from. */
interface SearchContext {
  settings: ConfigurationSettings;
  /** Asks the space of the configuration; the deadline runs over all of `question`. */
  querySpace<Answer>(question: (space: SearchSpace, signal: AbortSignal) => Promise<Answer>): Promise<Answer>;
  /** Milliseconds since the operation began. */
  elapsed(): number;
}

export function searchRoutes(parts: SearchDependencies): Router {
  const router = new Router({ prefix: '/api/configurations/:configId', sensitive: true });
  router.get('/suggestConcepts', (ctx) => suggestConcepts(ctx, createSearchContext(ctx, parts)));
  router.post('/search', (ctx) => search(ctx, createSearchContext(ctx, parts)));
  router.get('/getSimilar', (ctx) => getSimilar(ctx, createSearchContext(ctx, parts)));
  router.get('/getRecommendations', (ctx) => getRecommendations(ctx, createSearchContext(ctx, parts)));
  router.post('/extractConcepts', (ctx) => extractConcepts(ctx, createSearchContext(ctx, parts)));
  router.get('/document', (ctx) => readDocument(ctx, createSearchContext(ctx, parts)));
  return router;
}

async function suggestConcepts(ctx: Context, scene: SearchContext): Promise<void> {
  const { searchString, ...options } = parseQuery(SuggestionParameters, ctx.query);
  const suggested = await scene.querySpace((space, signal) =>
    space.suggest({ text: searchString, ...options, count: options.count ?? 10 }, signal),
  );
  ctx.body = presentSuggestions(suggested, scene.elapsed());
}

async function search(ctx: Context, scene: SearchContext): Promise<void> {
  const request = parse(SearchRequest, await readOptional(ctx));
  const { settings } = scene;
  const selected = [...(request.selectedFacets ?? []), ...(request.excludedFacets ?? [])];
  const response = await scene.querySpace(async (space, signal) => {
    const findFacet = await facetsOf(space, settings, selected);
    const found = await space.search(planSearch(request, settings, findFacet), signal);
    return presentSearch(found, settings, findFacet, scene.elapsed());
  });
  ctx.body = response;
}

/** What a document is shown as lasts as long as the engine's answer, which all have who asked at the same time. */
const shown = new WeakMap<FullDocument, { settings: ConfigurationSettings; body: Buffer }>();

/** Written once for all of them: it may have millions of letters. */
function bodyOf(document: FullDocument, settings: ConfigurationSettings, findFacet: FindFacet): Buffer {
  const known = shown.get(document);
  if (known?.settings === settings) return known.body;
  const body = Buffer.from(JSON.stringify(presentWholeDocument(document, settings, findFacet)));
  shown.set(document, { settings, body });
  return body;
}

/** A request without a body asks for everything; `null` is a body, and none that is allowed. */
async function readOptional(ctx: Context): Promise<unknown> {
  const body = await readJson(ctx, searchBodyLimit);
  return body === undefined ? {} : body;
}

async function getSimilar(ctx: Context, scene: SearchContext): Promise<void> {
  const { uri, number, similarity, language } = parseQuery(SimilarParameters, ctx.query);
  const { settings } = scene;
  const response = await scene.querySpace(async (space, signal) => {
    const findFacet = await facetsOf(space, settings);
    const count = number ?? settings.result.numberOfSimilarDocuments;
    const question = { ...relatedTo(uri, settings, findFacet), count, plugin: similarity, language };
    return presentDocuments(
      'similar',
      await space.similar(question, signal),
      settings,
      findFacet,
      scene.elapsed(),
    );
  });
  ctx.body = response;
}

async function getRecommendations(ctx: Context, scene: SearchContext): Promise<void> {
  const { uri, recommender, language } = parseQuery(RecommendationParameters, ctx.query);
  const { settings } = scene;
  const response = await scene.querySpace(async (space, signal) => {
    const findFacet = await facetsOf(space, settings);
    const count = settings.details.numberOfRecommendations;
    const question = { ...relatedTo(uri, settings, findFacet), count, plugin: recommender, language };
    const documents = await space.recommend(question, signal);
    return presentDocuments('recommendation', documents, settings, findFacet, scene.elapsed());
  });
  ctx.body = response;
}

function relatedTo(uri: string, settings: ConfigurationSettings, findFacet: FindFacet) {
  return {
    id: uri,
    documentFacets: documentFacets(settings, findFacet),
    summaryLength: settings.result.summaryLength,
  };
}

async function extractConcepts(ctx: Context, scene: SearchContext): Promise<void> {
  const request = parse(ExtractionRequest, await readJson(ctx, searchBodyLimit));
  const { text, language, numberOfConcepts: count = 10 } = request;
  const extracted = await scene.querySpace((space, signal) =>
    space.extract({ text, language, count }, signal),
  );
  ctx.body = presentExtraction(extracted, scene.elapsed());
}

async function readDocument(ctx: Context, scene: SearchContext): Promise<void> {
  const { uri, language } = parseQuery(DocumentParameters, ctx.query);
  const { settings } = scene;
  const body = await scene.querySpace(async (space, signal) => {
    const findFacet = await facetsOf(space, settings);
    const options = { language, documentFacets: documentFacets(settings, findFacet) };
    return bodyOf(await space.document(uri, options, signal), settings, findFacet);
  });
  ctx.type = 'json';
  ctx.body = body;
}

/** Permission first, so that a token learns nothing of configurations that are not its own; then the configuration. */
function createSearchContext(
  ctx: Context,
  { configurations, backend, deadline }: SearchDependencies,
): SearchContext {
  const started = performance.now();
  const id = configurationId(ctx);
  const access = authorize(ctx, { scope: 'search', configuration: id });
  const settings = configurations.find(id)?.config;
  if (!settings) throw unknownConfiguration(id);
  const name = settings.searchSpace;
  const options = { space: name, signal: goneSignal(ctx), deadline };
  return {
    settings,
    elapsed: () => performance.now() - started,
    querySpace: (question) =>
      runAsClient(access, () =>
        withDeadline(options, async (signal) => {
          const space = await backend.space(name);
          if (!space) throw missingSpace(name);
          return question(space, signal);
        }),
      ),
  };
}

/** Pages ask on, with every visitor, until who runs the service makes the space or names another. */
function missingSpace(name: string): ProblemError {
  return new ProblemError('service-unavailable', `There is no search space "${name}".`, { expected: true });
}

/** Aborted when the client closes the connection before the answer is out. */
function goneSignal(ctx: Context): AbortSignal {
  const controller = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
}

async function facetsOf(
  space: SearchSpace,
  settings: ConfigurationSettings,
  selected: SelectedFacet[] = [],
): Promise<FindFacet> {
  const facets = new Map<string, Facet>();
  const references = facetReferences(settings, selected);
  for (const [index, facet] of (await Promise.all(references.map((each) => space.facet(each)))).entries()) {
    if (facet) facets.set(references[index]!, facet);
  }
  return (reference) => facets.get(reference);
}
