/** JSON representations of configurations, and their entity tags. */
import type { ConfigurationList } from '@semantic-search/contract';
import type { StoredConfiguration } from '@semantic-search/contract/storage';
import { entityTag } from '../http/responses/conditional-requests.ts';

/** The record (reference/http-api.md). */
export function recordOf({ id, user, created, config }: StoredConfiguration) {
  return { id, user, created, config };
}

/** The record without `user`, scope, rules and blocked words, which name what is hidden, for tokens of pages and of visitors. */
export function publicRecordOf({ id, created, config }: StoredConfiguration) {
  const { scope: _hidden, curation: _rules, popularSearches, ...shown } = config;
  const popular = popularSearches?.show && { popularSearches: { show: true } };
  return { id, created, config: { ...shown, ...popular } };
}

/** The entity tag that `If-Match` has to name. */
export function recordTag(entry: StoredConfiguration): string {
  return entityTag(JSON.stringify(recordOf(entry)));
}

export function listOf(
  activeConfigId: number | null,
  entries: Iterable<StoredConfiguration>,
): ConfigurationList {
  return { activeConfigId, configurations: Array.from(entries, recordOf) };
}
