/** Key file of a data directory: `keys.json`, created at the first start. */
import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checksummedFile, parseChecksummed, withChecksum } from '../filesystem/checksummed-file.ts';
import { fsyncDirectory, nullIfNotFound, versionOf } from '../filesystem/durable-file.ts';
import { withFileError } from '../filesystem/file-error.ts';
import { preserveOwner } from '../filesystem/file-ownership.ts';
import { type WatchedFile, watchFile } from '../filesystem/watched-file.ts';
import {
  type KeyRing,
  keyRing,
  MIN_SECRET_LENGTH,
  type Secrets,
  type SigningKey,
  signingKey,
  type TokenKind,
} from './key-ring.ts';

export interface StoredKey {
  kind: TokenKind;
  /** ISO 8601. */
  created: string;
  /** base64url. */
  secret: string;
}

export interface KeyFile {
  /** Oldest first. */
  keys: StoredKey[];
  /** IDs of dropped keys, which a restore must not bring back. */
  dropped?: string[];
}

/** Validates the content of `keys.json`. */
export function isKeyFile(data: object): data is KeyFile {
  const { keys, dropped = [] } = data as Partial<KeyFile>;
  if (!Array.isArray(keys) || !Array.isArray(dropped)) return false;
  const both = keys.some((key) => key?.kind === 'access') && keys.some((key) => key?.kind === 'publishable');
  return both && keys.every(isStoredKey) && dropped.every((kid) => typeof kid === 'string');
}

function isStoredKey({ kind, created, secret }: StoredKey): boolean {
  const known = kind === 'access' || kind === 'publishable';
  if (!known || typeof created !== 'string' || typeof secret !== 'string') return false;
  return Buffer.from(secret, 'base64url').length >= MIN_SECRET_LENGTH;
}

/** The file in a data directory or a dump. */
export const keysFile = (directory: string) =>
  checksummedFile(join(directory, 'keys.json'), 0o600, isKeyFile);

/** Key ring whose `refresh` reloads keys rotated by another process, such as the CLI. */
export type WatchedKeys = KeyRing & Pick<WatchedFile, 'refresh' | 'unavailableReason'>;

/** Uses the given secrets; kinds without any use `keys.json` in `directory`, which is created if missing. */
export async function loadKeys(directory: string, secrets: Secrets = {}): Promise<WatchedKeys> {
  if (secrets.access?.length && secrets.publishable?.length) {
    return { ...ringOf(null, secrets), refresh: () => undefined, unavailableReason: () => null };
  }
  const path = join(directory, 'keys.json');
  // Taken before reading, so that a concurrent change triggers a reload.
  const version = versionOf(path);
  const stored = await readOrMake(directory);
  const keys = { ...ringOf(stored, secrets) };
  const { refresh, unavailableReason } = watchFile(path, version || versionOf(path), isKeyFile, (newest) =>
    Object.assign(keys, ringOf(newest, secrets)),
  );
  return Object.assign(keys, { refresh, unavailableReason });
}

function ringOf(stored: KeyFile | null, secrets: Secrets): KeyRing {
  const family = (kind: TokenKind): SigningKey[] => {
    if (secrets[kind]?.length) return secrets[kind].map((secret) => signingKey(Buffer.from(secret), kind));
    const storedKeys = stored?.keys.filter((key) => key.kind === kind) ?? [];
    return storedKeys.map(({ secret }) => signingKey(Buffer.from(secret, 'base64url'), kind)).reverse();
  };
  return keyRing(family('access'), family('publishable'));
}

export async function readOrMake(directory: string): Promise<KeyFile> {
  const path = join(directory, 'keys.json');
  const text = await withFileError(path, 'read', readFile(path, 'utf8').catch(nullIfNotFound));
  if (text === null) return withFileError(path, 'written', makeKeys(path));
  try {
    return parseChecksummed(path, text, isKeyFile);
  } catch (cause) {
    throw new Error(
      `${(cause as Error).message}. Restore it from a backup, because tokens cannot be verified without it, or run semantic-search doctor --repair to create new keys`,
      { cause },
    );
  }
}

async function makeKeys(path: string): Promise<KeyFile> {
  const keys = newKeys();
  const aside = `${path}.${process.pid}.new`;
  const file = await open(aside, 'w', 0o600);
  try {
    await preserveOwner(file, path);
    await file.writeFile(`${JSON.stringify(withChecksum(keys), null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  // link() is atomic and fails if another process was first; then its keys are used.
  const first = await link(aside, path).then(() => true, falseWhenThere);
  await rm(aside);
  await fsyncDirectory(dirname(path));
  return first ? keys : readOrMake(dirname(path));
}

/** New keys that replace all keys of `previous`, which are recorded as dropped. */
export function newKeys(...previous: KeyFile[]): KeyFile {
  const dropped = previous.flatMap(({ keys, dropped = [] }) => [...dropped, ...keys.map(kidOf)]);
  return { keys: [newKey('access'), newKey('publishable')], dropped: [...new Set(dropped)] };
}

/** Merges the keys of a dump with the present ones, without dropped keys. The newest signs. */
export function mergedKeys(dumped: KeyFile, present: KeyFile): KeyFile {
  const dropped = [...new Set([...(dumped.dropped ?? []), ...(present.dropped ?? [])])];
  const byKid = new Map([...dumped.keys, ...present.keys].map((key) => [kidOf(key), key]));
  for (const kid of dropped) byKid.delete(kid);
  const keys = [...byKid.values()];
  const bare = (['access', 'publishable'] as const).filter((kind) => !keys.some((key) => key.kind === kind));
  return { keys: [...keys, ...bare.map(newKey)], dropped };
}

export function kidOf({ kind, secret }: StoredKey): string {
  return signingKey(Buffer.from(secret, 'base64url'), kind).kid;
}

/** The ID never starts with `-`, which the command line would read as an option. */
export function newKey(kind: TokenKind): StoredKey {
  const key = { kind, created: new Date().toISOString(), secret: randomBytes(48).toString('base64url') };
  return kidOf(key).startsWith('-') ? newKey(kind) : key;
}

function falseWhenThere(error: NodeJS.ErrnoException): false {
  if (error.code === 'EEXIST') return false;
  throw error;
}
