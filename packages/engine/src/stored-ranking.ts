/** Ranking settings of a search space: those in its database, and those that a single query tries. */
import type { ThresholdShares } from '@semantic-search/query';
import type { CompleteRankingSettings, RankingSettings } from './api.ts';
import { completeRanking, rankingOf } from './search/matching/ranking.ts';
import type { SearcherContext } from './search/searcher.ts';

const NAME = 'ranking';

type AppliedRanking = Pick<SearcherContext, 'settings' | 'ranking'>;

/** Applies the stored settings to the context of an open space. */
export class StoredRanking {
  readonly #space: SearcherContext;
  readonly #threshold: ThresholdShares;
  #stored: RankingSettings;

  constructor(space: SearcherContext) {
    this.#space = space;
    this.#threshold = space.settings.threshold;
    this.#stored = JSON.parse(space.database.setting(NAME) ?? '{}') as RankingSettings;
    Object.assign(space, this.#applied());
  }

  /** The stored settings, and what applies. */
  read(): { settings: RankingSettings; effective: CompleteRankingSettings } {
    return { settings: this.#stored, effective: this.#complete() };
  }

  /** The settings apply to the next search. */
  replace(settings: RankingSettings): void {
    this.#space.database.writeSetting(NAME, JSON.stringify(settings));
    this.#stored = settings;
    Object.assign(this.#space, this.#applied());
  }

  /** The context of a query that tries other settings; absent ones have the stored values. */
  contextWith(trial: RankingSettings): SearcherContext {
    return { ...this.#space, ...this.#applied(trial) };
  }

  #complete(trial: RankingSettings = {}): CompleteRankingSettings {
    return completeRanking({ threshold: this.#threshold }, this.#stored, trial);
  }

  #applied(trial?: RankingSettings): AppliedRanking {
    const ranking = this.#complete(trial);
    return {
      settings: { ...this.#space.settings, threshold: ranking.threshold },
      ranking: rankingOf(ranking),
    };
  }
}
