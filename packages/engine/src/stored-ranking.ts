/** Ranking settings of a search space: stored in its database, or tried by a single query. */
import type { RankingSettings } from './api.ts';
import { completeRanking, rankingOf } from './search/matching/ranking.ts';
import type { SearcherContext } from './search/searcher.ts';

const NAME = 'ranking';

export type StoredRanking = ReturnType<typeof storedRanking>;

/** Keeps the stored settings in the context of an open space, from which each search reads them. */
export function storedRanking(space: SearcherContext) {
  const { threshold } = space.settings;
  let stored = JSON.parse(space.database.setting(NAME) ?? '{}') as RankingSettings;
  const complete = (trial: RankingSettings) => completeRanking({ threshold }, stored, trial);
  const contextFor = (trial: RankingSettings): Pick<SearcherContext, 'settings' | 'ranking'> => {
    const ranking = complete(trial);
    return {
      settings: { ...space.settings, threshold: ranking.threshold },
      ranking: rankingOf(ranking),
    };
  };
  const applyStored = () => void Object.assign(space, contextFor({}));
  applyStored();
  /** The newest trial: an evaluation tries the same settings with each query, and the first one computes for a second. */
  let lastTrial: { key: string; context: ReturnType<typeof contextFor> } | undefined;
  return {
    /** The stored settings, and the effective settings with default values. */
    read: () => ({ settings: stored, effective: complete({}) }),
    /** The settings apply to the next search. */
    replace(settings: RankingSettings): void {
      space.database.writeSetting(NAME, JSON.stringify(settings));
      stored = settings;
      lastTrial = undefined;
      applyStored();
    },
    /** The context of a query that tries other settings; absent settings have the stored values. */
    contextWith(trial: RankingSettings): SearcherContext {
      const key = JSON.stringify(trial);
      if (lastTrial?.key !== key) lastTrial = { key, context: contextFor(trial) };
      return { ...space, ...lastTrial.context };
    },
  };
}
