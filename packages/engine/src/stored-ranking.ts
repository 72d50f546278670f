/** Ranking settings in the database of a search space: they apply without opening the space again. */

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

/** Returns a function to call before each search: it applies settings that were stored meanwhile. `given` take precedence. */
export function rankingUpdates(context: SearcherContext, given: RankingSettings): () => void {
  const { threshold } = context.settings;
  let applied: string | undefined | null = null;
  let nextRead = 0;
  const update = () => {
    if (performance.now() < nextRead) return;
    nextRead = performance.now() + REFRESH_INTERVAL_MS;
    const stored = context.database.setting(NAME);
    if (stored === applied) return;
    applied = stored;
    const ranking = completeRanking({ threshold }, parseSettings(stored), given);
    context.settings = { ...context.settings, threshold: ranking.threshold };
    context.ranking = rankingOf(ranking);
  };
  update();
  return update;
}

function parseSettings(text: string | undefined): RankingSettings {
  return text === undefined ? {} : (JSON.parse(text) as RankingSettings);
}
