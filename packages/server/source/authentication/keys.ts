/** The keys that sign and verify tokens: made at first start or given, one family for people, one for pages. */
import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readChecked, summed } from '../disk/checked-file.ts';
import { keepOwner, nullWhenMissing, syncDirectory, versionOf } from '../disk/durable-file.ts';
import { type FollowedFile, followFile } from '../disk/followed-file.ts';

/** `access` tokens are for people and programs, `publishable` ones stand in public pages. */
export type TokenKind = 'access' | 'publishable';

export interface SigningKey {
  kid: string;
  key: KeyObject;
}

/** Keys by kind, newest first: the newest signs, all verify. */
export type KeyRing = Record<TokenKind, readonly SigningKey[]>;

/** Secrets as text, newest first. */
export type Secrets = Partial<Record<TokenKind, readonly string[]>>;

interface StoredKey {
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

/** In bytes: HS256 needs a key at least as long as its hash (RFC 7518, section 3.2). */
export const shortestSecret = 32;

/** A ring that takes in with `refresh` what another process (the command line) rotated. */
export type FollowingKeys = KeyRing & Pick<FollowedFile, 'refresh' | 'trouble'>;

/** The given secrets; for a kind without any, those of `keys.json` in `directory`, made when it is missing. */
export async function loadKeys(directory: string, given: Secrets = {}): Promise<FollowingKeys> {
  if (given.access?.length && given.publishable?.length) {
    return { ...ringOf(null, given), refresh: () => undefined, trouble: () => null };
  }
  const path = join(directory, 'keys.json');
  const stored = await readOrMake(directory);
  const keys = { ...ringOf(stored, given) };
  const { refresh, trouble } = followFile<KeyFile>(path, versionOf(path), (newest) =>
    Object.assign(keys, ringOf(newest, given)),
  );
  return Object.assign(keys, { refresh, trouble });
}

function ringOf(stored: KeyFile | null, given: Secrets): KeyRing {
  const family = (kind: TokenKind): SigningKey[] => {
    if (given[kind]?.length) return given[kind].map((secret) => signingKey(Buffer.from(secret), kind));
    const secrets = stored?.keys.filter((key) => key.kind === kind) ?? [];
    return secrets.map(({ secret }) => signingKey(Buffer.from(secret, 'base64url'), kind)).reverse();
  };
  return keyRing(family('access'), family('publishable'));
}

/** Throws when a kind has no key, or when one key would serve both kinds. */
export function keyRing(access: SigningKey[], publishable: SigningKey[]): KeyRing {
  if (access.length === 0 || publishable.length === 0) throw new Error('A kind of token has no signing key');
  const shared = access.find((one) => publishable.some((other) => one.key.equals(other.key)));
  if (shared) throw new Error('Access and publishable tokens need different secrets');
  return { access, publishable };
}

/** Throws for secrets that are too short to be safe. */
export function signingKey(secret: Buffer, kind: TokenKind): SigningKey {
  if (secret.length < shortestSecret) {
    throw new Error(
      `A secret for ${kind} tokens has ${secret.length} bytes; it needs at least ${shortestSecret}`,
    );
  }
  const kid = createHash('sha256').update(`kid ${kind} `).update(secret).digest('base64url').slice(0, 12);
  return { kid, key: createSecretKey(secret) };
}

export async function readOrMake(directory: string): Promise<KeyFile> {
  const path = join(directory, 'keys.json');
  const text = await readFile(path, 'utf8').catch(nullWhenMissing);
  if (text === null) return makeKeys(path);
  try {
    return readChecked<KeyFile>(path, text);
  } catch (cause) {
    throw new Error(`${path} is damaged; restore it from a backup: without it no token can be verified`, {
      cause,
    });
  }
}

async function makeKeys(path: string): Promise<KeyFile> {
  const keys: KeyFile = { keys: [newKey('access'), newKey('publishable')] };
  const aside = `${path}.${process.pid}.new`;
  const file = await open(aside, 'w', 0o600);
  try {
    await keepOwner(file, path);
    await file.writeFile(`${JSON.stringify(summed(keys), null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  // A link appears whole, and fails where another process was first: then its keys are the ones.
  const first = await link(aside, path).then(() => true, falseWhenThere);
  await rm(aside);
  await syncDirectory(dirname(path));
  return first ? keys : readOrMake(dirname(path));
}

export function newKey(kind: TokenKind): StoredKey {
  return { kind, created: new Date().toISOString(), secret: randomBytes(48).toString('base64url') };
}

function falseWhenThere(error: NodeJS.ErrnoException): false {
  if (error.code === 'EEXIST') return false;
  throw error;
}
