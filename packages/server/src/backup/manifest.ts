/** Manifest of a backup: its version, its parts and what it contains. */
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { durableFile } from '../filesystem/durable-file.ts';
import { requireValid } from '../validation.ts';

/** Files of the audit trail, newer first: a copy in this order misses no entry if the files rotate meanwhile. */
export const AUDIT_FILES = ['audit.ndjson', 'audit.1.ndjson'] as const;

/** Files and folders of a data directory that a backup can have. */
export const BACKUP_PARTS = [
  'configurations',
  'state.json',
  'tokens.json',
  'keys.json',
  'spaces',
  'crawl',
  'widgets',
  'insight.sqlite',
  ...AUDIT_FILES,
] as const;

/** Version of the layout of backups. */
const FORMAT = 2;

const ManifestSchema = Type.Object({
  format: Type.Literal(FORMAT),
  date: Type.String({ format: 'date-time' }),
  /** Number of configurations that exist. */
  configurations: Type.Integer(),
  spaces: Type.Array(Type.String()),
  /** Search spaces with remote content, which is not in the backup: name and backend. */
  elsewhere: Type.Record(Type.String(), Type.String()),
  /** Files and folders of the data directory in the backup. */
  parts: Type.Array(Type.Enum([...BACKUP_PARTS])),
});
export type Manifest = Static<typeof ManifestSchema>;

const manifestFile = (folder: string) => durableFile<Manifest>(join(folder, 'manifest.json'), 0o600);

export async function writeManifest(folder: string, content: Omit<Manifest, 'format'>): Promise<Manifest> {
  const manifest: Manifest = { format: FORMAT, ...content };
  await manifestFile(folder).write(manifest);
  return manifest;
}

/** Reads the manifest. Throws if it is missing, damaged or of another version. */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = await manifestFile(folder).read();
  if (manifest?.format !== FORMAT) throw new Error('Not a valid backup, or written by another version');
  requireValid('The manifest of the backup', ManifestSchema, manifest);
  return manifest;
}
