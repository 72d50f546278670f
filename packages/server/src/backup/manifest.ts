/** Manifest of a backup. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfNotFound } from '../filesystem/durable-file.ts';

export interface Manifest {
  format: 1;
  /** ISO 8601. */
  date: string;
  /** Of the last change in the log of configurations. */
  changes: number;
  configurations: number;
  spaces: string[];
  /** Search spaces whose content is kept elsewhere, so that it is not in the dump, by name with their backend. */
  elsewhere?: Record<string, string>;
  /** What is in the dump, by its name in the data directory. */
  parts: string[];
}

/** Throws where there is none that can be read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(nullIfNotFound);
  const manifest = text === null ? null : (JSON.parse(text) as Manifest);
  if (manifest?.format !== 1) throw new Error('Not a valid backup, or written by an unsupported version');
  return manifest;
}
