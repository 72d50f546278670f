/** Manifest of a backup. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfNotFound } from '../filesystem/durable-file.ts';

export interface Manifest {
  format: 1;
  /** ISO 8601. */
  date: string;
  /** Number of changes of configurations. */
  changes: number;
  configurations: number;
  spaces: string[];
  /** Search spaces with remote content, which is not in the backup: name and backend. */
  elsewhere?: Record<string, string>;
  /** Files and folders of the data directory in the backup. */
  parts: string[];
}

/** Files and folders of a data directory that a backup can have. */
export const BACKUP_PARTS = ['configurations', 'tokens.json', 'keys.json', 'spaces', 'crawl', 'widgets'];

function parsed(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest | null;
  } catch (cause) {
    throw new Error('The manifest of the backup is damaged: not valid JSON', { cause });
  }
}

/** Throws if it is missing or has another format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(nullIfNotFound);
  const manifest = text === null ? null : parsed(text);
  if (manifest?.format !== 1) throw new Error('Not a valid backup, or written by an unsupported version');
  const { parts, spaces, date, changes } = manifest;
  const isList = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string');
  if (!isList(parts) || !isList(spaces) || typeof date !== 'string' || typeof changes !== 'number')
    throw new Error('The manifest of the backup is damaged');
  const unknown = parts.find((part) => !BACKUP_PARTS.includes(part));
  if (unknown !== undefined)
    throw new Error(`The backup has the part ${JSON.stringify(unknown)}, which this version does not know`);
  return manifest;
}
