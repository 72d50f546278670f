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

/** Throws if it is missing or has another format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(nullIfNotFound);
  const manifest = text === null ? null : (JSON.parse(text) as Manifest);
  if (manifest?.format !== 1) throw new Error('Not a valid backup, or written by an unsupported version');
  return manifest;
}
