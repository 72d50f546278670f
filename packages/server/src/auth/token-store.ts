/** Token store in `tokens.json`: issued publishable tokens and revocations; contains no secrets. */
import { join } from 'node:path';
import { durableDocument } from '../filesystem/durable-document.ts';
import { durableFile } from '../filesystem/durable-file.ts';

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
function isTokenFile(data: object): data is TokenFile {
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

/** The file in a data directory or a backup. */
export const tokensFile = (directory: string) =>
  durableFile<TokenFile>(join(directory, 'tokens.json'), 0o600);

/** Returns null if the file is missing. Throws if it is damaged. */
export async function readTokens(directory: string): Promise<TokenFile | null> {
  const file = tokensFile(directory);
  const tokens = await file.read();
  if (tokens !== null && !isTokenFile(tokens))
    throw new Error(`${file.path} is damaged: unexpected structure`);
  return tokens;
}

/**
 * The caller holds the lock of the directory. Throws if the file is damaged: starting without it would make revoked tokens
 * valid again.
 */
export async function openTokenStore(directory: string): Promise<TokenStore> {
  const stored = durableDocument(tokensFile(directory), (await readTokens(directory)) ?? noTokens);
  let revoked = revokedIn(stored.data);
  let origins = originsOf(inForce());

  function inForce(): IssuedToken[] {
    return stored.data.issued.filter((token) => !revoked.has(token.jti) && hasNotEnded(token));
  }

  async function change(make: (data: TokenFile) => TokenFile): Promise<void> {
    await stored.update((data) => withoutEnded(make(data)));
    revoked = revokedIn(stored.data);
    origins = originsOf(inForce());
  }

  return {
    list: () => stored.data.issued.filter(hasNotEnded),
    record: (token) => change((data) => ({ ...data, issued: [...data.issued, token] })),
    revoke: (jti, expires) =>
      change((data) =>
        data.revoked.some((entry) => entry.jti === jti)
          ? data
          : { ...data, revoked: [...data.revoked, revocation(jti, expires)] },
      ),
    isRevoked: (jti) => revoked.has(jti),
    allowsOrigin(origin) {
      if (Date.now() >= origins.until) origins = originsOf(inForce());
      return origins.named.has(origin);
    },
  };
}

function revokedIn({ revoked }: TokenFile): ReadonlySet<string> {
  return new Set(revoked.map(({ jti }) => jti));
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

function hasNotEnded({ expires }: { expires: string }): boolean {
  return Date.parse(expires) > Date.now();
}
