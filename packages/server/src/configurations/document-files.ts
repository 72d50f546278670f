/** Files of configurations: `configurations/<id>.json` and `state.json`. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as stored from '@semantic-search/contract/storage';
import { type DurableFile, durableFile, nullIfNotFound } from '../filesystem/durable-file.ts';
import { requireValid } from '../validation.ts';

export const configurationsFolder = (directory: string): string => join(directory, 'configurations');

export function configurationFile(directory: string, id: number): DurableFile<stored.ConfigurationDocument> {
  return durableFile(join(configurationsFolder(directory), `${id}.json`));
}

export const stateFile = (directory: string): DurableFile<stored.StateDocument> =>
  durableFile(join(directory, 'state.json'));

/** Everything that is stored about configurations. */
export interface StoredDocuments {
  /** Documents by ID, ascending, including deleted configurations. */
  documents: Map<number, stored.ConfigurationDocument>;
  /** Highest ID, including damaged configurations; 0 without configurations. */
  highestId: number;
  /** Null if the file is missing or damaged. */
  state: stored.StateDocument | null;
  /** Errors of unreadable files, by name of the part. */
  damaged: Map<string, Error>;
}

/** Names of parts in messages for the operator. */
export const STATE_PART = 'active configuration';
export const configurationPart = (id: number): string => `configuration ${id}`;

/** Reads and validates all files. Throws OtherVersionError. */
export async function readDocuments(directory: string): Promise<StoredDocuments> {
  const documents: StoredDocuments['documents'] = new Map();
  const damaged: StoredDocuments['damaged'] = new Map();
  const state = await readState(directory).catch((error: Error) => {
    if (error instanceof OtherVersionError) throw error;
    damaged.set(STATE_PART, error);
    return null;
  });
  const ids = await configurationIds(directory);
  // Reads files one after another: a data directory may have more files than a process may open.
  for (const id of ids) {
    try {
      documents.set(id, await readConfiguration(directory, id));
    } catch (error) {
      damaged.set(configurationPart(id), error as Error);
    }
  }
  return { documents, highestId: ids.at(-1) ?? 0, state, damaged };
}

/** IDs that have a document, ascending, including deleted configurations. */
export async function configurationIds(directory: string): Promise<number[]> {
  const names = (await readdir(configurationsFolder(directory)).catch(nullIfNotFound)) ?? [];
  const ids = names.flatMap((name) => /^([1-9]\d{0,9})\.json$/.exec(name)?.[1] ?? []);
  return ids.map(Number).sort((first, second) => first - second);
}

/** Throws if the document is missing or damaged. */
async function readConfiguration(directory: string, id: number): Promise<stored.ConfigurationDocument> {
  const file = configurationFile(directory, id);
  const document = await file.read();
  if (document === null) throw new Error(`${file.path} is missing`);
  const complete = { ...document, config: stored.withDefaultSettings(document.config) };
  requireDocument(file.path, id, complete);
  return complete;
}

/** Throws an error with `name` if the content is not valid, or its log is not complete. */
export function requireDocument(name: string, id: number, document: stored.ConfigurationDocument): void {
  requireValid(name, stored.ConfigurationDocument, document);
  const isConsecutive = document.log.every(({ version }, index) => version === index + 1);
  if (document.id !== id || document.version !== document.log.length || !isConsecutive)
    throw new Error(`${name} is damaged: its ID or its log does not fit`);
}

/** Returns null if the file is missing. Throws if it is damaged, or OtherVersionError. */
async function readState(directory: string): Promise<stored.StateDocument | null> {
  const file = stateFile(directory);
  const state = await file.read();
  if (state === null) return null;
  const { schema } = state as { schema?: unknown };
  if (typeof schema === 'number' && schema !== stored.LAYOUT_VERSION) {
    const later = 'start that version, or restore a backup of this one';
    const earlier = 'start with an empty data directory, and crawl or ingest again';
    const layouts = `${file.path} has layout ${schema}, but this version reads layout ${stored.LAYOUT_VERSION}`;
    throw new OtherVersionError(`${layouts}: ${schema > stored.LAYOUT_VERSION ? later : earlier}`);
  }
  requireValid(file.path, stored.StateDocument, state);
  return state;
}

/** Another version of this software wrote the data directory. */
class OtherVersionError extends Error {}
