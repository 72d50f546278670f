/** Ranking settings of a search space: stored in its database, or tried by a single query. */
import type { RankingSettings } from './api.ts';
import { completeRanking, rankingOf } from './search/matching/ranking.ts';
import type { SearcherContext } from './search/searcher.ts';

/** Database setting with the stored settings, as JSON. */
const SETTING = 'ranking';

export type StoredRanking = ReturnType<typeof storedRanking>;

/** Keeps the stored settings in the context of an open space, from which each search reads them. */
export function storedRanking(space: SearcherContext) {
  const { threshold } = space.settings;
  let stored = JSON.parse(space.database.setting(SETTING) ?? '{}') as RankingSettings;
  const complete = (trial: RankingSettings) => completeRanking({ threshold }, stored, trial);
  const contextFor = (trial: RankingSettings): Pick<SearcherContext, 'settings' | 'ranking'> => {
    const effective = complete(trial);
    const settings = { ...space.settings, threshold: effective.threshold };
    return { settings, ranking: rankingOf(effective) };
  };
  const applyStored = () => void Object.assign(space, contextFor({}));
  applyStored();
  /** The newest trial. An evaluation tries the same settings with each query, and computing lengths takes a second. */
  let lastTrial: { key: string; context: ReturnType<typeof contextFor> } | undefined;
  return {
    /** The stored settings, and the effective settings with default values. */
    read: () => ({ settings: stored, effective: complete({}) }),
    /** The settings apply to the next search. */
    replace(settings: RankingSettings): void {
      space.database.writeSetting(SETTING, JSON.stringify(settings));
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
