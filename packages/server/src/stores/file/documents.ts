/** Documents `<id>.json` and `state.json`: lowdb with a checksum, derived from the histories. */
import { readFileSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Low } from 'lowdb';
import type { StoredConfiguration } from '../../configurations/reducer.ts';
import { checksummedFile, parseChecksummed, type TypeGuard } from '../../filesystem/checksummed-file.ts';
import { nullIfNotFound } from '../../filesystem/durable-file.ts';
import { quarantine } from '../../filesystem/quarantine.ts';
import { configurationsFolder } from './history-file.ts';

/** Position in a history. */
export interface HistoryHead {
  /** Number of lines. */
  version: number;
  /** `number` of the last change; 0 without changes. */
  number: number;
  /** Size of the history in bytes. */
  bytes: number;
}

/** A configuration up to a position of its history. `entry` is null if it is deleted or was never created. */
export interface ConfigurationState extends HistoryHead {
  entry: StoredConfiguration | null;
}

/** Content of `state.json`. */
export interface StateDocument {
  /** Version of the layout of the data directory. */
  schema: number;
  /** Active configuration after the change `number`. */
  activeId: number | null;
  number: number;
}

const SCHEMA = 1;

/** Content of `<id>.json`. */
type ConfigurationDocument = HistoryHead & { id: number } & (
    | Omit<StoredConfiguration, 'id'>
    | { deleted: true }
  );

export const statePath = (directory: string): string => join(directory, 'state.json');

export const documentPath = (directory: string, id: number): string =>
  join(configurationsFolder(directory), `${id}.json`);

/** IDs that have a document or a history, ascending, including those of deleted configurations. */
export async function configurationIds(directory: string): Promise<number[]> {
  const names = (await readdir(configurationsFolder(directory)).catch(nullIfNotFound)) ?? [];
  const ids = names.flatMap((name) => /^(\d{1,10})\.(?:json|history\.jsonl)$/.exec(name)?.[1] ?? []);
  return [...new Set(ids.map(Number))].sort((one, other) => one - other);
}

export async function writeConfiguration(
  directory: string,
  id: number,
  { version, number, bytes, entry }: ConfigurationState,
): Promise<void> {
  const head = { id, version, number, bytes };
  const content: ConfigurationDocument = entry ? { ...head, ...entry } : { ...head, deleted: true };
  await new Low(checksummedFile(documentPath(directory, id), 0o644, isConfiguration), content).write();
}

export async function writeState(
  directory: string,
  { activeId, number }: Omit<StateDocument, 'schema'>,
): Promise<void> {
  const content: StateDocument = { schema: SCHEMA, activeId, number };
  await new Low(checksummedFile(statePath(directory), 0o644, isState), content).write();
}

/** Returns null if the document is missing, and `damaged` if its content is not as written. */
export function readConfiguration(directory: string, id: number): ConfigurationState | 'damaged' | null {
  const found = readDocument(documentPath(directory, id), isConfiguration);
  if (found === null || found === 'damaged') return found;
  if (found.id !== id) return 'damaged';
  const { version, number, bytes } = found;
  if ('deleted' in found) return { version, number, bytes, entry: null };
  const { user, created, config } = found;
  return { version, number, bytes, entry: { id, user, created, config } };
}

/** Throws if a later version of this software wrote the data directory. */
export function readState(directory: string): StateDocument | 'damaged' | null {
  const found = readDocument(statePath(directory), isState);
  if (found !== null && found !== 'damaged' && found.schema > SCHEMA)
    throw new Error(`${directory} was written by a later version; start that version or restore a backup`);
  return found;
}

/** Synchronous, because a start reads thousands of small files. */
function readDocument<Data extends object>(path: string, shape: TypeGuard<Data>): Data | 'damaged' | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') return 'damaged';
    return nullIfNotFound(error as NodeJS.ErrnoException);
  }
  try {
    return parseChecksummed(path, text, shape);
  } catch {
    return 'damaged';
  }
}

/** Moves damaged documents aside. */
export async function quarantineDocument(directory: string, id: number | 'state'): Promise<void> {
  const path = id === 'state' ? statePath(directory) : documentPath(directory, id);
  await rename(path, join(await quarantine(directory), `${Date.now()}-${basename(path)}`));
}

function isConfiguration(data: object): data is ConfigurationDocument {
  const { id, version, number, bytes, ...rest } = data as Record<string, unknown>;
  const isDeleted = 'deleted' in rest && rest.deleted === true;
  const { user, created, config } = rest;
  const isEntry =
    typeof user === 'string' && typeof created === 'string' && typeof config === 'object' && config !== null;
  return [id, version, number, bytes].every(Number.isSafeInteger) && (isDeleted || isEntry);
}

function isState(data: object): data is StateDocument {
  const { schema, activeId, number } = data as Partial<StateDocument>;
  const isId = activeId === null || Number.isSafeInteger(activeId);
  return isId && Number.isSafeInteger(schema) && Number.isSafeInteger(number);
}
