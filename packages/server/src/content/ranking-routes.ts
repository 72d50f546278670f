/** Routes of the ranking of a search space: its settings, and searches that measure it. */
import { isDeepStrictEqual } from 'node:util';
import * as api from '@semantic-search/contract';
import type { WritableBackend } from '@semantic-search/engine/backend';
import type { Context } from 'koa';
import { allDocuments } from '../backends/plain-queries.ts';
import { type Execute, queries } from '../backends/space-queries.ts';
import { readJson, searchBodyLimit } from '../http/requests/body.ts';
import { callContext } from '../search/search-context.ts';
import { parse } from '../validation.ts';
import { contentOf, supported } from './requested-space.ts';

export interface RankingDependencies {
  backend: WritableBackend;
  execute: Execute;
  /** Maximum duration of a search, in milliseconds. */
  timeoutMs: number;
}

export function rankingOperations({ backend, execute, timeoutMs }: RankingDependencies) {
  const storeOf = async (ctx: Context) => supported((await contentOf(ctx, backend)).ranking, 'ranking', ctx);
  return {
    async searchSpace(ctx: Context): Promise<api.SpaceSearchResponse> {
      const request = parse(api.SpaceSearchRequest, readJson(ctx, searchBodyLimit));
      const { input, language, count, ranking } = request;
      await contentOf(ctx, backend);
      const space = queries(execute, callContext(ctx, ctx.params.space, timeoutMs));
      const { total, documents, matching, isUnquoted } = await space.search({
        ...allDocuments,
        input: input.slice(0, api.MAX_SEARCHED_CHARACTERS),
        language,
        count: count ?? api.MAX_SPACE_RESULTS,
        ...(ranking && { ranking }),
      });
      return {
        total,
        documents: documents.map(({ id, score }) => ({ id, score })),
        ...(matching && { matching }),
        isUnquoted: isUnquoted === true,
      };
    },
    getRanking: async (ctx: Context): Promise<api.Ranking> => (await storeOf(ctx)).ranking(),
    async replaceRanking(ctx: Context): Promise<api.Ranking> {
      const store = await storeOf(ctx);
      const previous = await store.ranking();
      await store.replaceRanking(parse(api.RankingSettings, readJson(ctx, searchBodyLimit)));
      const ranking = await store.ranking();
      ctx.state.isUnchanged = isDeepStrictEqual(ranking, previous);
      return ranking;
    },
  };
}
