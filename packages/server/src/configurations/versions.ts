/** Versions of a configuration: pure functions for the next version and for the history. */
import * as api from '@semantic-search/contract';
import type * as stored from '@semantic-search/contract/storage';
import jsonPatch, { type Operation } from 'fast-json-patch';
import { ProblemError } from '../errors/problem.ts';
import { settingsChanges } from './merge-settings.ts';

/** One above the highest ID, including IDs of deleted configurations. IDs are int32 (reference/http-api.md#configurations). */
export function nextId(highest: number): number {
  if (highest < api.MAX_INT32) return highest + 1;
  throw new ProblemError('service-unavailable', 'All ids are used up.');
}

export function firstVersion(
  id: number,
  user: string,
  config: api.ConfigurationSettings,
): stored.NextVersion {
  const unsaved = { id, user, created: '', config, version: 0 };
  const { configuration, record } = nextVersion(unsaved, user, 'created');
  return { configuration: { ...configuration, created: record.date }, record };
}

export function updatedVersion(
  current: stored.StoredConfiguration,
  user: string,
  config: api.ConfigurationSettings,
): stored.NextVersion {
  const undo = jsonPatch.compare(config, current.config) as stored.LogRecord['undo'];
  return nextVersion({ ...current, config }, user, 'updated', undo);
}

/** `undo` is the patch from the settings of `changed` back to the previous settings. */
export function nextVersion(
  changed: stored.StoredConfiguration,
  user: string,
  action: stored.LogRecord['action'],
  undo: stored.LogRecord['undo'] = [],
): stored.NextVersion {
  const version = changed.version + 1;
  return { configuration: { ...changed, version }, record: { version, date: now(), user, action, undo } };
}

/** Makes another configuration, or none, the active one. Both histories get a record. */
export function activation(
  next: stored.StoredConfiguration | null,
  previous: stored.StoredConfiguration | undefined,
  user: string,
): stored.Activation {
  const common = { date: now(), user };
  const records: stored.ActivationRecord[] = [];
  if (previous)
    records.push({ id: previous.id, version: previous.version, ...common, action: 'deactivated' });
  if (next) records.push({ id: next.id, version: next.version, ...common, action: 'activated' });
  return { activeId: next?.id ?? null, records };
}

export interface HistoryPage {
  total: number;
  logs: api.LogEntry[];
}

/** A page of the history as the API returns it, newest first. Each entry has a version, counted over the whole history. */
export function historyPage(history: stored.History, start: number, count: number): HistoryPage {
  const records = chronology(history);
  const newest = records.length - start;
  const logs: api.LogEntry[] = [];
  let settings = history.config;
  // Newer changes are read too, because each change is stored as a patch back from the next version.
  for (let version = records.length; version > 0 && logs.length < count; version -= 1) {
    const record = records[version - 1]!;
    const previous = settingsBefore(settings, record);
    const { date, user, action } = record;
    const changes = action === 'updated' ? settingsChanges(previous, settings) : [];
    if (version <= newest) logs.push({ version, date, user, action, changes });
    settings = previous;
  }
  return { total: records.length, logs };
}

/** The newest record of the history, with the title and the owner of its configuration. */
export function latestChange(
  { id, config, user: owner }: stored.StoredConfiguration,
  history: stored.History,
): api.LatestChanges['changes'][number] {
  const { date, user, action } = chronology(history).at(-1)!;
  return { id, title: config.title, owner, date, user, action };
}

/** The settings of a version of the history; undefined if there is no such version. */
export function settingsAt(history: stored.History, version: number): api.ConfigurationSettings | undefined {
  const records = chronology(history);
  if (version < 1 || version > records.length) return undefined;
  return records.slice(version).reduceRight(settingsBefore, history.config);
}

/** Activations follow the version that they name, so that later changes never move them. */
function chronology({ log, activations }: stored.History): (stored.LogRecord | stored.ActivationRecord)[] {
  const byVersion = Map.groupBy(activations, ({ version }) => version);
  return log.flatMap((record) => [record, ...(byVersion.get(record.version) ?? [])]);
}

function settingsBefore(
  settings: api.ConfigurationSettings,
  record: stored.LogRecord | stored.ActivationRecord,
): api.ConfigurationSettings {
  if (!('undo' in record) || record.undo.length === 0) return settings;
  return jsonPatch.applyPatch(settings, record.undo as Operation[], false, false).newDocument;
}

const now = () => new Date().toISOString();
