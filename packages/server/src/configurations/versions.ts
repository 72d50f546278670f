/** Versions of a configuration: pure functions from one to the next, and back through its history. */
import * as api from '@semantic-search/contract';
import type * as stored from '@semantic-search/contract/storage';
import jsonPatch, { type Operation } from 'fast-json-patch';
import { ProblemError } from '../errors/problem.ts';
import { settingsChanges } from './merge-settings.ts';

/** One above the highest ID, also of deleted configurations. IDs are int32 (reference/http-api.md#configurations). */
export function nextId(highest: number): number {
  if (highest < api.MAX_INT32) return highest + 1;
  throw new ProblemError('service-unavailable', 'All ids are used up.');
}

export function firstVersion(
  id: number,
  user: string,
  config: api.ConfigurationSettings,
): stored.NextVersion {
  const date = now();
  return {
    configuration: { id, user, created: date, config, version: 1 },
    record: { version: 1, date, user, action: 'created', undo: [] },
  };
}

function nextVersion(
  current: stored.StoredConfiguration,
  changes: Pick<stored.LogRecord, 'user' | 'action'> & Partial<Pick<stored.LogRecord, 'undo'>>,
): stored.NextVersion {
  const version = current.version + 1;
  return { configuration: { ...current, version }, record: { undo: [], version, date: now(), ...changes } };
}

export function updatedVersion(
  current: stored.StoredConfiguration,
  user: string,
  config: api.ConfigurationSettings,
): stored.NextVersion {
  const undo = jsonPatch.compare(config, current.config) as stored.LogRecord['undo'];
  return nextVersion({ ...current, config }, { user, action: 'updated', undo });
}

/** The document of a deleted configuration stays, so that its ID is never given to another one. */
export function deletedVersion(current: stored.StoredConfiguration, user: string): stored.NextVersion {
  return nextVersion({ ...current, deleted: true }, { user, action: 'deleted' });
}

export function undeletedVersion(
  { deleted, ...current }: stored.StoredConfiguration,
  user: string,
): stored.NextVersion {
  return nextVersion(current, { user, action: 'undeleted' });
}

/** Makes another configuration, or none, the active one. Both histories get a record. */
export function activation(
  next: stored.StoredConfiguration | null,
  previous: stored.StoredConfiguration | undefined,
  user: string,
): stored.Activation {
  const date = now();
  const record = (
    { id, version }: stored.StoredConfiguration,
    action: stored.ActivationRecord['action'],
  ): stored.ActivationRecord => ({ id, version, date, user, action });
  return {
    activeId: next?.id ?? null,
    records: [
      ...(previous ? [record(previous, 'deactivated')] : []),
      ...(next ? [record(next, 'activated')] : []),
    ],
  };
}

/** A page of the history as the API returns it, newest first. Each entry has a version, counted over the whole history. */
export function historyPage(
  history: stored.History,
  start: number,
  count: number,
): { total: number; logs: api.LogEntry[] } {
  const records = chronology(history);
  const newest = records.length - start;
  const logs: api.LogEntry[] = [];
  let settings = history.config;
  for (let version = records.length; version > 0 && logs.length < count; version -= 1) {
    const record = records[version - 1]!;
    const previous = settingsBefore(settings, record);
    if (version <= newest) logs.push(logEntry(record, version, settingsChanges(previous, settings)));
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

function logEntry(
  { date, user, action }: stored.LogRecord | stored.ActivationRecord,
  version: number,
  changes: api.Change[],
): api.LogEntry {
  return { version, date, user, action, changes: action === 'updated' ? changes : [] };
}

function now(): string {
  return new Date().toISOString();
}
