/** Remedies: search counts before and after a change of the curation rule for the query. */
import { isDeepStrictEqual } from 'node:util';
import * as api from '@semantic-search/contract';
import type * as stored from '@semantic-search/contract/storage';
import { matchesLanguage } from '../configurations/curation-conditions.ts';
import { countedQuery, HOUR_MS, hourOf } from './event-recorder.ts';
import { presentQuery, total } from './statistics.ts';

/** Number of rules that are compared, latest change first; each needs two queries of the storage. */
const MAX_REMEDIES = 50;

/** `history` has the newest change first. `now` is in milliseconds. */
export async function readRemedies(
  storage: stored.InsightStorage,
  { id, created, config }: stored.StoredConfiguration,
  history: readonly api.LogEntry[],
  now: number,
): Promise<api.Remedies['remedies']> {
  const rules = (config.curation ?? [])
    .filter(({ when, enabled }) => when.match === 'equals' && when.query && enabled !== false)
    .map((rule) => ({ rule, since: changeOf(rule, history) ?? created }))
    .sort((a, b) => b.since.localeCompare(a.since));
  const end = Math.ceil(now / HOUR_MS);
  const remedies: api.Remedies['remedies'] = [];
  // One rule after another, because a database has few connections.
  for (const { rule, since } of rules.slice(0, MAX_REMEDIES)) {
    const query = rule.when.query!;
    const change = hourOf(new Date(since).getTime());
    const countsIn = async (period: Pick<stored.InsightPeriod, 'from' | 'to'>) =>
      visibleCounts(rule, await storage.query({ ...period, configurations: [id] }, countedQuery(query)));
    const [before, after] = await Promise.all([
      countsIn({ from: change - Math.max(1, end - change), to: change }),
      countsIn({ from: change, to: end }),
    ]);
    remedies.push({ rule: rule.name, query, since, before, after });
  }
  return remedies;
}

/** Time of the last change of the rule; undefined if the history has no change. */
function changeOf(rule: api.CurationRule, history: readonly api.LogEntry[]): string | undefined {
  return history.find(({ changes }) => {
    const change = changes.find(({ key }) => key === 'curation');
    const rules = (change?.oldValue ?? []) as api.CurationRule[];
    return change && !rules.some((previous) => isDeepStrictEqual(previous, rule));
  })?.date;
}

/** Counts of a query; null if too few visits searched for it in the language of the rule. */
function visibleCounts(
  { when }: api.CurationRule,
  rows: readonly (stored.InsightSums & { language: string })[],
): api.Remedies['remedies'][number]['after'] {
  const sums = total(rows.filter((row) => matchesLanguage(when, row.language)));
  if (sums.visits < api.MIN_VISITS_OF_QUERY) return null;
  const { query: _text, language: _tag, ...counts } = presentQuery({ ...sums, query: '', language: '' });
  return counts;
}
