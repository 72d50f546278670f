/** Signing keys of a data directory: created at the first start, rotated and revoked by commands. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { durableFile, parseJson } from '../filesystem/durable-file.ts';
import { acquireLock } from '../filesystem/lock.ts';
import { audiences, type KeyRing, type Secrets, signingKey, type TokenKind } from './key-ring.ts';

export interface ListedKey {
  kid: string;
  kind: TokenKind;
  /** ISO 8601. */
  created: string;
}

interface StoredKey extends Omit<ListedKey, 'kid'> {
  /** Secret in base64url. */
  secret: string;
}

/** Content of `keys.json`, oldest first. */
interface KeyFile {
  keys: StoredKey[];
}

/** Maximum wait for another process that changes the keys, which takes milliseconds. */
const LOCK_TIMEOUT_MS = 5000;

/** The file in a data directory or a backup. */
export const keysFile = (directory: string) => durableFile<KeyFile>(join(directory, 'keys.json'), 0o600);

/** Returns null if the file is missing. Throws if it is damaged. */
export async function readKeys(directory: string): Promise<KeyFile | null> {
  const file = keysFile(directory);
  const keys = await file.read();
  return keys && requireKeys(file.path, keys);
}

function requireKeys(path: string, { keys }: { keys?: unknown }): KeyFile {
  const isValid = Array.isArray(keys) && keys.every(isStoredKey);
  const kinds = Object.keys(audiences);
  if (isValid && kinds.every((kind) => keys.some((key) => key.kind === kind))) return { keys };
  throw new Error(`${path} is damaged: it has no valid keys for each kind of tokens`);
}

/** Without a schema, because TypeBox and Ajv would double the time in which a command starts. */
function isStoredKey(key: Partial<StoredKey> | null): key is StoredKey {
  const { kind, created, secret } = key ?? {};
  if (typeof kind !== 'string' || typeof created !== 'string' || typeof secret !== 'string') return false;
  // 43 characters in base64url are the 32 bytes of `MIN_SECRET_BYTES`.
  return Object.hasOwn(audiences, kind) && !Number.isNaN(Date.parse(created)) && /^[\w-]{43,}$/.test(secret);
}

/** Keys from the given secrets. For a kind without a secret, reads `keys.json` in `directory`, or creates it. */
export async function loadKeys(directory: string, secrets: Secrets = {}) {
  const isWithoutFile = Boolean(secrets.access?.length && secrets.publishable?.length);
  const { path } = keysFile(directory);
  let unavailableReason: string | null = null;
  const keys = {
    ...ringOf(isWithoutFile ? null : await readOrCreateKeys(directory), secrets),
    unavailableReason: () => unavailableReason,
    /** Reads keys that the command `keys` has changed. If the file cannot be read, the previous keys stay. Never throws. */
    refresh(): void {
      if (isWithoutFile) return;
      try {
        const keyFile = requireKeys(path, parseJson(path, readFileSync(path, 'utf8')));
        Object.assign(keys, ringOf(keyFile, secrets));
        unavailableReason = null;
      } catch (error) {
        unavailableReason = (error as Error).message;
      }
    },
  };
  return keys;
}

function ringOf(keyFile: KeyFile | null, secrets: Secrets): KeyRing {
  const keysOf = (kind: TokenKind) => {
    if (secrets[kind]?.length) return secrets[kind].map((secret) => signingKey(Buffer.from(secret), kind));
    const storedKeys = keyFile?.keys.filter((key) => key.kind === kind) ?? [];
    return storedKeys.map(({ secret }) => signingKey(Buffer.from(secret, 'base64url'), kind)).reverse();
  };
  return { access: keysOf('access'), publishable: keysOf('publishable') };
}

/** Creates missing keys under the lock, because a command and a server may start at the same time. */
async function readOrCreateKeys(directory: string): Promise<KeyFile> {
  return (await readKeys(directory)) ?? changeKeys(directory, (keys) => keys);
}

/** All keys, newest first; the first key of each kind signs. */
export async function listKeys(directory: string): Promise<ListedKey[]> {
  return (await readOrCreateKeys(directory)).keys.map(withoutSecret).reverse();
}

/** Adds a key that signs from now on; previous keys still verify. A running server uses it within a second. */
export async function rotateKey(directory: string, kind: TokenKind): Promise<ListedKey> {
  const key = newKey(kind);
  await changeKeys(directory, (keys) => [...keys, key]);
  return withoutSecret(key);
}

/** Permanently invalidates all tokens signed with the key. Throws for an unknown key and the last key of its kind. */
export async function revokeKey(directory: string, kid: string): Promise<ListedKey> {
  let listed: ListedKey | undefined;
  await changeKeys(directory, (keys) => {
    const revoked = keys.find((key) => kidOf(key) === kid);
    if (!revoked) throw new Error(`There is no key ${kid}; run "keys list" to list all keys`);
    const remaining = keys.filter((key) => key !== revoked);
    if (!remaining.some(({ kind }) => kind === revoked.kind))
      throw new Error(`${kid} is the only key for ${revoked.kind} tokens; rotate first`);
    listed = withoutSecret(revoked);
    return remaining;
  });
  return listed!;
}

/** The key as commands list it. */
function withoutSecret(key: StoredKey): ListedKey {
  return { kid: kidOf(key), kind: key.kind, created: key.created };
}

/** Changes the key file under a lock of its own, because a running server holds the lock of the directory. */
async function changeKeys(directory: string, change: (keys: StoredKey[]) => StoredKey[]): Promise<KeyFile> {
  const file = keysFile(directory);
  const unlock = await acquireLock(file.path, LOCK_TIMEOUT_MS);
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
