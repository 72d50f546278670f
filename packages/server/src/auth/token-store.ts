/** Token store in `tokens.json`: issued publishable tokens and revocations; contains no secrets. */
import { join } from 'node:path';
import { Low } from 'lowdb';
import { ProblemError } from '../errors/problem.ts';
import { checksummedFile } from '../filesystem/checksummed-file.ts';
import { versionOf } from '../filesystem/durable-file.ts';
import { acquireLock } from '../filesystem/lock.ts';
import { watchFile } from '../filesystem/watched-file.ts';

export interface IssuedToken {
  jti: string;
  name: string;
  configurations: number[];
  /** Absent: usable from any origin. */
  origins?: string[];
  issued: string;
  expires: string;
}

export interface TokenStore {
  /** Reloads changes by other processes. Never throws: after a failure, `unavailableReason` returns the reason. */
  refresh(): void;
  /** Why the state in memory is stale, for the operator; null if it is up to date. */
  unavailableReason(): string | null;
  /** All issued tokens that have not expired, oldest first. */
  list(): readonly IssuedToken[];
  record(token: IssuedToken): Promise<void>;
  /** `expires` (ISO 8601) is the expiry time if known. */
  revoke(jti: string, expires?: string): Promise<void>;
  isRevoked(jti: string): boolean;
  /** Whether a valid token lists this origin. */
  allowsOrigin(origin: string): boolean;
}

/** Content of `tokens.json`. */
export interface TokenFile {
  issued: IssuedToken[];
  /** `expires` is absent if unknown, as for unseen external tokens; such revocations are never deleted. */
  revoked: { jti: string; date: string; expires?: string }[];
}

/**
 * Expired tokens and revocations beyond this number are deleted, the longest expired first. Deletion by age alone would follow
 * a clock that is wrong, and revoked tokens would become valid again.
 */
export const MAX_EXPIRED_ENTRIES = 1000;

export const noTokens: TokenFile = { issued: [], revoked: [] };

/** Validates the content of `tokens.json`. */
export function isTokenFile(data: object): data is TokenFile {
  const { issued, revoked } = data as Partial<TokenFile>;
  return isListOf(issued, isIssued) && isListOf(revoked, isRevocation);
}

function isIssued(token: Partial<TokenFile['issued'][number]>): boolean {
  const { jti, name, configurations, origins, issued, expires } = token;
  const words = [jti, name, ...(origins ?? [])].every((each) => typeof each === 'string');
  const times = [issued, expires].every(isInstant);
  return words && isListOf(configurations, Number.isSafeInteger) && times;
}

function isRevocation({ jti, date, expires }: Partial<TokenFile['revoked'][number]>): boolean {
  return typeof jti === 'string' && [date, expires ?? date].every(isInstant);
}

function isListOf<Element>(list: readonly Element[] | undefined, is: (each: Element) => boolean): boolean {
  return Array.isArray(list) && list.every((each) => each !== null && is(each));
}

function isInstant(text: unknown): boolean {
  return typeof text === 'string' && !Number.isNaN(Date.parse(text));
}

const tokensPath = (directory: string): string => join(directory, 'tokens.json');

/** The file in a data directory or a dump. */
export const tokensFile = (directory: string) => checksummedFile(tokensPath(directory), 0o600, isTokenFile);

/** Throws if the file is damaged: starting without it would make revoked tokens valid again. */
export async function openTokenStore(directory: string): Promise<TokenStore> {
  const path = tokensPath(directory);
  const file = new Low<TokenFile>(tokensFile(directory), noTokens);
  const version = versionOf(path);
  await file.read();
  let revoked = new Set(file.data.revoked.map(({ jti }) => jti));
  const stored = watchFile(path, version, isTokenFile, take);
  let origins = originsOf(inForce());
  let last: Promise<unknown> = Promise.resolve();

  function take(data: TokenFile): void {
    file.data = data;
    revoked = new Set(data.revoked.map(({ jti }) => jti));
    origins = originsOf(inForce());
  }

  function originsNow(): Origins {
    if (Date.now() >= origins.until) origins = originsOf(inForce());
    return origins;
  }

  function inForce(): IssuedToken[] {
    return file.data.issued.filter((token) => !revoked.has(token.jti) && hasNotEnded(token));
  }

  /** A write may fail after the rename: then restores the previous file, with one retry. */
  async function putBack(previous: TokenFile, before: string, cause: unknown): Promise<never> {
    if (versionOf(path) !== before) {
      await file.adapter.write(previous).catch(() => file.adapter.write(previous));
      written(previous);
    }
    throw cause;
  }

  function written(data: TokenFile): void {
    take(data);
    stored.skip();
  }

  /** Reads, changes and writes the file under its lock; memory is updated only after the write. */
  function change(make: (data: TokenFile) => TokenFile): Promise<void> {
    const changed = last.then(async () => {
      const unlock = await acquireLock(join(directory, 'tokens.lock'), { wait: 5000 }).catch(notSaved);
      try {
        const before = versionOf(path);
        // If the file was deleted, the state in memory is used, so that revocations are not lost.
        const previous = (await file.adapter.read()) ?? file.data;
        const next = withoutEnded(make(previous));
        await file.adapter.write(next).catch((cause) => putBack(previous, before, cause));
        written(next);
      } catch (cause) {
        notSaved(cause);
      } finally {
        await unlock().catch(() => undefined); // The write succeeded; the next change waits for the lock.
      }
    });
    last = changed.catch(() => undefined);
    return changed;
  }

  return {
    refresh: stored.refresh,
    unavailableReason: stored.unavailableReason,
    list: () => file.data.issued.filter(hasNotEnded),
    record: (token) => change((data) => ({ ...data, issued: [...data.issued, token] })),
    revoke: (jti, expires) =>
      change((data) =>
        data.revoked.some((entry) => entry.jti === jti)
          ? data
          : { ...data, revoked: [...data.revoked, revocation(jti, expires)] },
      ),
    isRevoked: (jti) => revoked.has(jti),
    allowsOrigin: (origin) => originsNow().named.has(origin),
  };
}

function revocation(jti: string, expires: string | undefined): TokenFile['revoked'][number] {
  const date = new Date().toISOString();
  return expires === undefined ? { jti, date } : { jti, date, expires };
}

/** Origins of valid tokens, precomputed because every cross-origin request needs them. */
export interface Origins {
  named: ReadonlySet<string>;
  /** When the first of the tokens expires, in milliseconds since 1970. */
  until: number;
}

export function originsOf(inForce: readonly IssuedToken[]): Origins {
  const named = new Set(inForce.flatMap(({ origins = [] }) => origins));
  const until = inForce.reduce((first, { expires }) => Math.min(first, Date.parse(expires)), Infinity);
  return { named, until };
}

/** Revocations get the expiry time of their token. */
function withoutEnded({ issued, revoked, ...others }: TokenFile): TokenFile {
  const ends = new Map(issued.map(({ jti, expires }) => [jti, expires]));
  const withEnds = revoked.map((entry) => {
    const expires = entry.expires ?? ends.get(entry.jti);
    return expires === undefined ? entry : { ...entry, expires };
  });
  return { ...others, issued: latestToExpire(issued), revoked: latestToExpire(withEnds) };
}

/** All entries that have not expired, and the others up to the maximum. */
function latestToExpire<Entry extends { expires?: string }>(entries: Entry[]): Entry[] {
  const ends = entries
    .flatMap(({ expires }) => (expires === undefined ? [] : [Date.parse(expires)]))
    .filter((end) => end <= Date.now())
    .sort((one, other) => other - one);
  const earliest = ends[MAX_EXPIRED_ENTRIES - 1];
  return earliest === undefined
    ? entries
    : entries.filter(({ expires }) => expires === undefined || Date.parse(expires) >= earliest);
}

function notSaved(cause: unknown): never {
  throw new ProblemError('service-unavailable', 'The tokens could not be saved; nothing has changed.', {
    cause,
  });
}

function hasNotEnded({ expires }: { expires: string }): boolean {
  return Date.parse(expires) > Date.now();
}
