/** Key file of a data directory: `keys.json`, created at the first start. */
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { durableFile, parseJson } from '../filesystem/durable-file.ts';
import { acquireLock } from '../filesystem/lock.ts';
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
}

/** Validates the content of `keys.json`. */
function isKeyFile(data: object): data is KeyFile {
  const { keys } = data as Partial<KeyFile>;
  if (!Array.isArray(keys) || !keys.every((key) => key !== null && isStoredKey(key))) return false;
  return keys.some(({ kind }) => kind === 'access') && keys.some(({ kind }) => kind === 'publishable');
}

function isStoredKey({ kind, created, secret }: StoredKey): boolean {
  const known = kind === 'access' || kind === 'publishable';
  if (!known || typeof created !== 'string' || typeof secret !== 'string') return false;
  return Buffer.from(secret, 'base64url').length >= MIN_SECRET_LENGTH;
}

/** The file in a data directory or a backup. */
export const keysFile = (directory: string) => durableFile<KeyFile>(join(directory, 'keys.json'), 0o600);

/** Returns null if the file is missing. Throws if it is damaged. */
export async function readKeys(directory: string): Promise<KeyFile | null> {
  const file = keysFile(directory);
  const keys = await file.read();
  return keys && requireKeys(file.path, keys);
}

function requireKeys(path: string, data: object): KeyFile {
  if (isKeyFile(data)) return data;
  throw new Error(
    `${path} is damaged. Restore it from a backup, because tokens cannot be verified without it`,
  );
}

/** Key ring whose `refresh` reads keys that the command `keys` has changed. */
export interface WatchedKeys extends KeyRing {
  /** Never throws: if the file cannot be read, the previous keys stay, and `unavailableReason` has the reason. */
  refresh(): void;
  unavailableReason(): string | null;
}

/** Uses the given secrets; kinds without any use `keys.json` in `directory`, which is created if it is missing. */
export async function loadKeys(directory: string, secrets: Secrets = {}): Promise<WatchedKeys> {
  if (secrets.access?.length && secrets.publishable?.length)
    return { ...ringOf(null, secrets), refresh: () => undefined, unavailableReason: () => null };
  const { path } = keysFile(directory);
  // Taken before the file is read, so that a change in between is read again.
  let version = versionOf(path);
  let unavailableReason: string | null = null;
  const stored = await readOrCreateKeys(directory);
  version ||= versionOf(path);
  const keys = {
    ...ringOf(stored, secrets),
    unavailableReason: () => unavailableReason,
    refresh() {
      try {
        const newest = versionOf(path);
        if (newest !== version)
          Object.assign(
            keys,
            ringOf(requireKeys(path, parseJson(path, readFileSync(path, 'utf8'))), secrets),
          );
        version = newest;
        unavailableReason = null;
      } catch (error) {
        unavailableReason = (error as Error).message;
      }
    },
  };
  return keys;
}

/** Differs after each replacement of the file, because its inode changes; empty for a missing file. */
function versionOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : '';
}

function ringOf(stored: KeyFile | null, secrets: Secrets): KeyRing {
  const family = (kind: TokenKind): SigningKey[] => {
    if (secrets[kind]?.length) return secrets[kind].map((secret) => signingKey(Buffer.from(secret), kind));
    const storedKeys = stored?.keys.filter((key) => key.kind === kind) ?? [];
    return storedKeys.map(({ secret }) => signingKey(Buffer.from(secret, 'base64url'), kind)).reverse();
  };
  return keyRing(family('access'), family('publishable'));
}

/** Commands may create the keys at the same time as a server. */
export async function readOrCreateKeys(directory: string): Promise<KeyFile> {
  return (await readKeys(directory)) ?? changeKeys(directory, (keys) => keys);
}

/** A running server holds the lock of the directory, so the key file has its own. */
export async function changeKeys(
  directory: string,
  change: (keys: StoredKey[]) => StoredKey[],
): Promise<KeyFile> {
  const file = keysFile(directory);
  const unlock = await acquireLock(file.path, 5000);
  try {
    const { keys } = (await readKeys(directory)) ?? { keys: [newKey('access'), newKey('publishable')] };
    const changed: KeyFile = { keys: change(keys) };
    await file.write(changed);
    return changed;
  } finally {
    await unlock();
  }
}

export function kidOf({ kind, secret }: StoredKey): string {
  return signingKey(Buffer.from(secret, 'base64url'), kind).kid;
}

/** The ID never starts with `-`, which the command line would read as an option. */
export function newKey(kind: TokenKind): StoredKey {
  const key = { kind, created: new Date().toISOString(), secret: randomBytes(48).toString('base64url') };
  return kidOf(key).startsWith('-') ? newKey(kind) : key;
}
