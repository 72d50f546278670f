/** Which publishable tokens were issued and which tokens are revoked: `tokens.json`, never a secret. */
import { join } from 'node:path';
import { Low } from 'lowdb';
import { ProblemError } from '../errors.ts';
import { checkedFile } from '../filesystem/checksummed-file.ts';
import { versionOf } from '../filesystem/durable-file.ts';
import { takeLock } from '../filesystem/lock.ts';
import { followFile } from '../filesystem/watched-file.ts';

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
  /** Takes in what other processes wrote. Never throws: what cannot be had changes nothing and is `trouble`. */
  refresh(): void;
  /** Why what is known is no longer what is stored, in words for the operator; null while it is. */
  trouble(): string | null;
  /** All that were issued and have not ended, oldest first. */
  list(): readonly IssuedToken[];
  record(token: IssuedToken): Promise<void>;
  /** `expires` (ISO 8601) is when the token ends by itself, where that is known: its revocation is kept no longer. */
  revoke(jti: string, expires?: string): Promise<void>;
  isRevoked(jti: string): boolean;
  /** Whether a token that is in force names this origin. */
  allowsOrigin(origin: string): boolean;
  /** Whether a token that is in force is bound to no origin. */
  allowsAnyOrigin(): boolean;
}

/** What `tokens.json` holds. */
export interface TokenFile {
  issued: IssuedToken[];
  /** `expires` is absent where it is not known, as of a token for a person that this server has not seen: it stays. */
  revoked: { jti: string; date: string; expires?: string }[];
}

/** So long after its end a token stays refused by its id too, should the clock be set back; in milliseconds. */
const REVOCATION_MARGIN_MS = 24 * 3_600_000;

export const noTokens: TokenFile = { issued: [], revoked: [] };

/** Whether it is what `tokens.json` holds. */
export function isTokenFile(data: object): data is TokenFile {
  const { issued, revoked } = data as Partial<TokenFile>;
  return isListOf(issued, isIssued) && isListOf(revoked, isRevocation);
}

function isIssued({ jti, name, configurations, origins, issued, expires }: Partial<IssuedToken>): boolean {
  const words = [jti, name, ...(origins ?? [])].every((each) => typeof each === 'string');
  return words && isListOf(configurations, Number.isSafeInteger) && [issued, expires].every(isInstant);
}

function isRevocation({ jti, date, expires }: Partial<TokenFile['revoked'][number]>): boolean {
  return typeof jti === 'string' && isInstant(date) && (expires === undefined || isInstant(expires));
}

function isListOf<Element>(list: readonly Element[] | undefined, is: (each: Element) => boolean): boolean {
  return Array.isArray(list) && list.every((each) => each !== null && is(each));
}

function isInstant(text: unknown): boolean {
  return typeof text === 'string' && !Number.isNaN(Date.parse(text));
}

const tokensPath = (directory: string): string => join(directory, 'tokens.json');

/** The file in a data directory, or in a dump. */
export const tokensFile = (directory: string) => checkedFile(tokensPath(directory), 0o600, isTokenFile);

/** Throws when the file is damaged: starting without it would bring revoked tokens back to life. */
export async function openTokenStore(directory: string): Promise<TokenStore> {
  const path = tokensPath(directory);
  const file = new Low<TokenFile>(tokensFile(directory), noTokens);
  const version = versionOf(path);
  await file.read();
  let revoked = new Set(file.data.revoked.map(({ jti }) => jti));
  const stored = followFile(path, version, isTokenFile, take);
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

  /** A write may have failed after the new file was in its place: then the former one returns, if need be at the second try. */
  async function putBack(former: TokenFile, before: string, cause: unknown): Promise<never> {
    if (versionOf(path) !== before) {
      await file.adapter.write(former).catch(() => file.adapter.write(former));
      written(former);
    }
    throw cause;
  }

  function written(data: TokenFile): void {
    take(data);
    stored.skip();
  }

  /** Reads, changes and writes under a lock of the file's own; memory follows the disk. */
  function change(make: (data: TokenFile) => TokenFile): Promise<void> {
    const changed = last.then(async () => {
      const unlock = await takeLock(join(directory, 'tokens.lock'), { wait: 5000 }).catch(notSaved);
      try {
        const before = versionOf(path);
        // Where the file was taken away, what is known of it comes back: no token that was revoked lives again.
        const former = (await file.adapter.read()) ?? file.data;
        const next = withoutEnded(make(former));
        await file.adapter.write(next).catch((cause) => putBack(former, before, cause));
        written(next);
      } catch (cause) {
        notSaved(cause);
      } finally {
        await unlock().catch(() => undefined); // What is written is written; the next one waits for the lock.
      }
    });
    last = changed.catch(() => undefined);
    return changed;
  }

  return {
    refresh: stored.refresh,
    trouble: stored.trouble,
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
    allowsAnyOrigin: () => originsNow().any,
  };
}

function revocation(jti: string, expires: string | undefined): TokenFile['revoked'][number] {
  const date = new Date().toISOString();
  return expires === undefined ? { jti, date } : { jti, date, expires };
}

/** Where tokens that are in force come from. Pages of other origins ask with every request, so it is looked up. */
export interface Origins {
  named: ReadonlySet<string>;
  /** Whether one of the tokens is bound to none. */
  any: boolean;
  /** Milliseconds since 1970: then the first of the tokens ends. */
  until: number;
}

export function originsOf(inForce: readonly IssuedToken[]): Origins {
  const named = new Set(inForce.flatMap(({ origins = [] }) => origins));
  const any = inForce.some(({ origins }) => origins === undefined);
  const until = inForce.reduce((first, { expires }) => Math.min(first, Date.parse(expires)), Infinity);
  return { named, any, until };
}

/** A token that has ended needs no record, and its revocation none either. */
function withoutEnded({ issued, revoked, ...others }: TokenFile): TokenFile {
  const ends = new Map(issued.map(({ jti, expires }) => [jti, expires]));
  const withEnds = revoked.map((entry) => {
    const expires = entry.expires ?? ends.get(entry.jti);
    return expires === undefined ? entry : { ...entry, expires };
  });
  return {
    ...others,
    issued: issued.filter(hasNotEnded),
    revoked: withEnds.filter(
      ({ expires }) => !expires || Date.parse(expires) + REVOCATION_MARGIN_MS > Date.now(),
    ),
  };
}

function notSaved(cause: unknown): never {
  throw new ProblemError('service-unavailable', 'The tokens could not be saved; nothing has changed.', {
    cause,
  });
}

function hasNotEnded({ expires }: IssuedToken): boolean {
  return Date.parse(expires) > Date.now();
}
