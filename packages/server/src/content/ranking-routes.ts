/** Routes of the ranking of a search space: its settings, and searches that measure it. */
import { isDeepStrictEqual } from 'node:util';
import type Router from '@koa/router';
import {
  MAX_INPUT_LENGTH,
  MAX_SPACE_RESULTS,
  type Ranking,
  RankingSettings,
  SpaceSearchRequest,
  type SpaceSearchResponse,
} from '@semantic-search/contract';
import type { RankingOperations } from '@semantic-search/engine';
import type { WritableBackend } from '@semantic-search/engine/backend';
import type { Context } from 'koa';
import { type Execute, queries } from '../backends/call.ts';
import { readJson, searchBodyLimit } from '../http/requests/body.ts';
import { disconnectSignal } from '../search/search-context.ts';
import { parse } from '../validation.ts';
import { allDocuments } from './profile-space.ts';
import { contentOf, spaceName, unsupportedOperation } from './requested-space.ts';

export interface RankingDependencies {
  backend: WritableBackend;
  execute: Execute;
  /** Maximum duration of a search, in milliseconds. */
  timeoutMs: number;
}

export function addRankingRoutes(router: Router, dependencies: RankingDependencies): void {
  const { backend } = dependencies;
  router.post('/:space/search', (ctx) => searchSpace(ctx, dependencies));
  router.get('/:space/ranking', (ctx) => readRanking(ctx, backend));
  router.put('/:space/ranking', (ctx) => replaceRanking(ctx, backend));
}

async function searchSpace(
  ctx: Context,
  { backend, execute, timeoutMs }: RankingDependencies,
): Promise<void> {
  const space = spaceName(ctx);
  const { input, language, count, ranking } = parse(SpaceSearchRequest, readJson(ctx, searchBodyLimit));
  await contentOf(space, backend);
  const deadline = performance.now() + timeoutMs;
  const context = { space, client: ctx.state.client, signal: disconnectSignal(ctx), deadline };
  const { total, documents, matching, isUnquoted } = await queries(execute, context).search({
    ...allDocuments,
    input: input.slice(0, MAX_INPUT_LENGTH),
    language,
    count: count ?? MAX_SPACE_RESULTS,
    ...(ranking && { ranking }),
  });
  ctx.body = {
    total,
    documents: documents.map(({ id, score }) => ({ id, score })),
    ...(matching && { matching }),
    isUnquoted: isUnquoted === true,
  } satisfies SpaceSearchResponse;
}

async function readRanking(ctx: Context, backend: WritableBackend): Promise<void> {
  const store = await rankingOf(ctx, backend);
  ctx.body = (await store.ranking()) satisfies Ranking;
}

async function replaceRanking(ctx: Context, backend: WritableBackend): Promise<void> {
  const store = await rankingOf(ctx, backend);
  const previous = await store.ranking();
  await store.replaceRanking(parse(RankingSettings, readJson(ctx, searchBodyLimit)));
  const ranking = await store.ranking();
  ctx.state.isUnchanged = isDeepStrictEqual(ranking, previous);
  ctx.body = ranking satisfies Ranking;
}

async function rankingOf(ctx: Context, backend: WritableBackend): Promise<RankingOperations> {
  const name = spaceName(ctx);
  const { ranking } = await contentOf(name, backend);
  if (ranking) return ranking;
  throw unsupportedOperation(
    `The ranking of the search space "${name}" is configured with its backend: in BACKENDS_FILE, or at its service.`,
    '',
  );
}
