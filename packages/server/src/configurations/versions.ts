/** Versions of a configuration: pure functions from one to the next, and back through its history. */
import {
  type Change,
  type ConfigurationSettings,
  type LatestChanges,
  type LogEntry,
  MAX_INT32,
} from '@semantic-search/contract';
import type {
  Activation,
  ActivationRecord,
  History,
  LogRecord,
  NextVersion,
  StoredConfiguration,
} from '@semantic-search/contract/storage';
import jsonPatch, { type Operation } from 'fast-json-patch';
import { ProblemError } from '../errors/problem.ts';
import { settingsChanges } from './merge-settings.ts';

/** One above the highest ID, also of deleted configurations. IDs are int32 (reference/http-api.md#configurations). */
export function nextId(highest: number): number {
  if (highest < MAX_INT32) return highest + 1;
  throw new ProblemError('service-unavailable', 'All ids are used up.');
}

export function firstVersion(id: number, user: string, config: ConfigurationSettings): NextVersion {
  const date = now();
  return {
    configuration: { id, user, created: date, config, version: 1 },
    record: { version: 1, date, user, action: 'created', undo: [] },
  };
}

export function updatedVersion(
  current: StoredConfiguration,
  user: string,
  config: ConfigurationSettings,
): NextVersion {
  const version = current.version + 1;
  const undo = jsonPatch.compare(config, current.config) as LogRecord['undo'];
  return {
    configuration: { ...current, config, version },
    record: { version, date: now(), user, action: 'updated', undo },
  };
}

/** The document of a deleted configuration stays, so that its ID is never given to another one. */
export function deletedVersion(current: StoredConfiguration, user: string): NextVersion {
  const version = current.version + 1;
  return {
    configuration: { ...current, version, deleted: true },
    record: { version, date: now(), user, action: 'deleted', undo: [] },
  };
}

export function undeletedVersion({ deleted, ...current }: StoredConfiguration, user: string): NextVersion {
  const version = current.version + 1;
  return {
    configuration: { ...current, version },
    record: { version, date: now(), user, action: 'undeleted', undo: [] },
  };
}

/** Makes another configuration, or none, the active one. Both histories get a record. */
export function activation(
  next: StoredConfiguration | null,
  previous: StoredConfiguration | undefined,
  user: string,
): Activation {
  const date = now();
  const record = (
    { id, version }: StoredConfiguration,
    action: ActivationRecord['action'],
  ): ActivationRecord => ({ id, version, date, user, action });
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
  history: History,
  start: number,
  count: number,
): { total: number; logs: LogEntry[] } {
  const records = chronology(history);
  const newest = records.length - start;
  const logs: LogEntry[] = [];
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
  { id, config, user: owner }: StoredConfiguration,
  history: History,
): LatestChanges['changes'][number] {
  const { date, user, action } = chronology(history).at(-1)!;
  return { id, title: config.title, owner, date, user, action };
}

/** The settings of a version of the history; undefined if there is no such version. */
export function settingsAt(history: History, version: number): ConfigurationSettings | undefined {
  const records = chronology(history);
  if (version < 1 || version > records.length) return undefined;
  return records.slice(version).reduceRight(settingsBefore, history.config);
}

/** Activations follow the version that they name, so that later changes never move them. */
function chronology({ log, activations }: History): (LogRecord | ActivationRecord)[] {
  const byVersion = Map.groupBy(activations, ({ version }) => version);
  return log.flatMap((record) => [record, ...(byVersion.get(record.version) ?? [])]);
}

function settingsBefore(
  settings: ConfigurationSettings,
  record: LogRecord | ActivationRecord,
): ConfigurationSettings {
  if (!('undo' in record) || record.undo.length === 0) return settings;
  return jsonPatch.applyPatch(settings, record.undo as Operation[], false, false).newDocument;
}

function logEntry(
  { date, user, action }: LogRecord | ActivationRecord,
  version: number,
  changes: Change[],
): LogEntry {
  return { version, date, user, action, changes: action === 'updated' ? changes : [] };
}

function now(): string {
  return new Date().toISOString();
}
