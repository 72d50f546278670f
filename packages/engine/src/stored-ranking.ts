/** Ranking settings of a search space: those in its database, and those that a single query tries. */
import type { RankingSettings } from './api.ts';
import { completeRanking, rankingOf } from './search/matching/ranking.ts';
import type { SearcherContext } from './search/searcher.ts';

const NAME = 'ranking';

/** Applies the stored settings to the context of an open space. */
export function storedRanking(space: SearcherContext) {
  const { threshold } = space.settings;
  let stored = JSON.parse(space.database.setting(NAME) ?? '{}') as RankingSettings;
  const complete = (trial: RankingSettings) => completeRanking({ threshold }, stored, trial);
  const applied = (trial: RankingSettings): Pick<SearcherContext, 'settings' | 'ranking'> => {
    const ranking = complete(trial);
    return {
      settings: { ...space.settings, threshold: ranking.threshold },
      ranking: rankingOf(ranking),
    };
  };
  Object.assign(space, applied({}));
  /** The newest trial: an evaluation tries the same settings with each query, and the first one computes for a second. */
  let tried: { key: string; context: ReturnType<typeof applied> } | undefined;
  return {
    /** The stored settings, and what applies. */
    read: () => ({ settings: stored, effective: complete({}) }),
    /** The settings apply to the next search. */
    replace(settings: RankingSettings): void {
      space.database.writeSetting(NAME, JSON.stringify(settings));
      stored = settings;
      tried = undefined;
      Object.assign(space, applied({}));
    },
    /** The context of a query that tries other settings; absent ones have the stored values. */
    contextWith(trial: RankingSettings): SearcherContext {
      const key = JSON.stringify(trial);
      if (tried?.key !== key) tried = { key, context: applied(trial) };
      return { ...space, ...tried.context };
    },
  };
}
