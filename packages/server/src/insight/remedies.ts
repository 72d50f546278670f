/** Counts of searches before and after the change of a curation rule. */
import { isDeepStrictEqual } from 'node:util';
import {
  type CurationRule,
  type LogEntry,
  MIN_VISITS_OF_QUERY,
  type Remedies,
} from '@semantic-search/contract';
import type {
  InsightPeriod,
  InsightStorage,
  InsightSums,
  StoredConfiguration,
} from '@semantic-search/contract/storage';
import { matchesLanguage } from '../configurations/curation-conflicts.ts';
import { countedQuery, HOUR_MS, hourOf, noSums } from './event-recorder.ts';
import { presentQuery, total } from './statistics.ts';

const MAX_REMEDIES = 50;

/** `history` has the newest change first. `now` is in milliseconds. */
export async function readRemedies(
  storage: InsightStorage,
  { id, created, config }: StoredConfiguration,
  history: readonly LogEntry[],
  now: number,
): Promise<Remedies['remedies']> {
  const rules = (config.curation ?? [])
    .filter(({ when, enabled }) => when.match === 'equals' && when.query && enabled !== false)
    .map((rule) => ({ rule, since: changeOf(rule, history) ?? created }))
    .sort((a, b) => b.since.localeCompare(a.since));
  const end = Math.ceil(now / HOUR_MS);
  const remedies: Remedies['remedies'] = [];
  // One rule after another, because a database has few connections.
  for (const { rule, since } of rules.slice(0, MAX_REMEDIES)) {
    const query = rule.when.query!;
    const change = hourOf(new Date(since).getTime());
    const countsIn = async (period: Pick<InsightPeriod, 'from' | 'to'>) =>
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
function changeOf(rule: CurationRule, history: readonly LogEntry[]): string | undefined {
  return history.find(({ changes }) => {
    const change = changes.find(({ key }) => key === 'curation');
    const rules = (change?.oldValue ?? []) as CurationRule[];
    return change && !rules.some((previous) => isDeepStrictEqual(previous, rule));
  })?.date;
}

/** Counts of a query; null if too few visits searched for it in the language of the rule. */
function visibleCounts(
  { when }: CurationRule,
  rows: readonly (InsightSums & { language: string })[],
): Remedies['remedies'][number]['after'] {
  const sums = { ...noSums(), ...total(rows.filter((row) => matchesLanguage(when, row.language))) };
  if (sums.visits < MIN_VISITS_OF_QUERY) return null;
  const { query: _text, language: _tag, ...counts } = presentQuery({ ...sums, query: '', language: '' });
  return counts;
}
