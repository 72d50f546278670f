/** Ranking settings in the database of a search space: they apply without opening the space again. */

import type { ThresholdShares } from '@semantic-search/query';
import { completeRanking, type RankingSettings, rankingOf } from './search/ranking.ts';
import type { SearcherContext } from './search/searcher.ts';
import { openDatabase } from './storage/database.ts';
import { readStoredContent, requireDatabase, requireWritable, spaceFiles } from './storage/space-files.ts';

const NAME = 'ranking';

/** Settings of the space in `directory`, also while it is open; empty if all have their default values. */
export function readRanking(directory: string): RankingSettings {
  return parseSettings(readStoredContent(directory).setting(NAME));
}

/**
 * Replaces the settings of the space in `directory`, also while it is open in another process, which applies them within
 * `REFRESH_INTERVAL_MS`.
 */
export function writeRanking(directory: string, settings: RankingSettings): void {
  const files = spaceFiles(directory);
  requireDatabase(files);
  requireWritable(files);
  const database = openDatabase(files.database);
  try {
    database.writeSetting(NAME, JSON.stringify(settings));
  } finally {
    database.close();
  }
}

/** Time between two reads of the stored settings, in milliseconds. A read takes some microseconds. */
export const REFRESH_INTERVAL_MS = 1000;

/** The ranking of an open space: applies settings that were stored meanwhile. */
export class StoredRanking {
  readonly #space: SearcherContext;
  /** Settings that take precedence. */
  readonly #given: RankingSettings;
  readonly #threshold: ThresholdShares;
  #applied: string | undefined | null = null;
  #nextRead = 0;

  constructor(space: SearcherContext, given: RankingSettings = {}) {
    this.#space = space;
    this.#given = given;
    this.#threshold = space.settings.threshold;
  }

  /** Call before each search. */
  refresh(): void {
    if (performance.now() < this.#nextRead) return;
    this.#nextRead = performance.now() + REFRESH_INTERVAL_MS;
    const stored = this.#space.database.setting(NAME);
    if (stored === this.#applied) return;
    this.#applied = stored;
    const ranking = completeRanking({ threshold: this.#threshold }, parseSettings(stored), this.#given);
    this.#space.settings = { ...this.#space.settings, threshold: ranking.threshold };
    this.#space.ranking = rankingOf(ranking);
  }
}

function parseSettings(text: string | undefined): RankingSettings {
  return text === undefined ? {} : (JSON.parse(text) as RankingSettings);
}
