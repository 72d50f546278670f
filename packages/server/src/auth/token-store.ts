/** Token store: issued publishable tokens and revocations, without secrets. Its file is `tokens.json`. */
import { join } from 'node:path';
import {
  type IssuedToken,
  MAX_EXPIRED_ENTRIES,
  TokenFile,
  type TokenStorage,
} from '@semantic-search/contract/stores';
import { rejectUnsaved } from '../errors/problem.ts';
import { durableDocument, taskQueue } from '../filesystem/durable-document.ts';
import { durableFile } from '../filesystem/durable-file.ts';
import { requireValid } from '../validation.ts';

export interface TokenStore extends Pick<TokenStorage, 'record' | 'revoke'> {
  /** All issued tokens that have not expired, oldest first. */
  list(): readonly IssuedToken[];
  isRevoked(jti: string): boolean;
  /** Whether a valid token lists this origin. */
  allowsOrigin(origin: string): boolean;
}

export function tokenStore(storage: TokenStorage): TokenStore {
  let origins = originsOf(storage.tokens);
  return {
    list: () => storage.tokens.issued.filter(hasNotEnded),
    record: (token) => storage.record(token).catch(rejectUnsaved),
    revoke: (jti, expires) => storage.revoke(jti, expires).catch(rejectUnsaved),
    isRevoked: (jti) => storage.tokens.revoked.has(jti),
    allowsOrigin(origin) {
      if (origins.tokens !== storage.tokens || Date.now() >= origins.until)
        origins = originsOf(storage.tokens);
      return origins.named.has(origin);
    },
  };
}

/** Origins of valid tokens, precomputed because every cross-origin request needs them. */
interface Origins {
  tokens: TokenStorage['tokens'];
  named: ReadonlySet<string>;
  /** When the first of the tokens expires, in milliseconds since 1970. */
  until: number;
}

function originsOf(tokens: TokenStorage['tokens']): Origins {
  const valid = tokens.issued.filter((token) => !tokens.revoked.has(token.jti) && hasNotEnded(token));
  const named = new Set(valid.flatMap(({ origins = [] }) => origins));
  const until = valid.reduce((first, { expires }) => Math.min(first, Date.parse(expires)), Infinity);
  return { tokens, named, until };
}

export const noTokens: TokenFile = { issued: [], revoked: [] };

/** The file in a data directory or a backup. */
export const tokensFile = (directory: string) =>
  durableFile<TokenFile>(join(directory, 'tokens.json'), 0o600);

/** Returns null if the file is missing. Throws if it is damaged. */
export async function readTokens(directory: string): Promise<TokenFile | null> {
  const file = tokensFile(directory);
  const tokens = await file.read();
  if (tokens !== null) requireValid(file.path, TokenFile, tokens);
  return tokens;
}

/**
 * The caller holds the lock of the directory. Throws if the file is damaged: starting without it would make revoked tokens
 * valid again.
 */
export async function openTokenStore(directory: string): Promise<TokenStore> {
  const stored = durableDocument(tokensFile(directory), (await readTokens(directory)) ?? noTokens);
  const inTurn = taskQueue();
  let tokens = tokensIn(stored.data);

  const change = (make: (data: TokenFile) => TokenFile): Promise<void> =>
    inTurn(async () => {
      await stored.write(withoutEnded(make(stored.data)));
      tokens = tokensIn(stored.data);
    });

  return tokenStore({
    get tokens() {
      return tokens;
    },
    record: (token) => change((data) => ({ ...data, issued: [...data.issued, token] })),
    async revoke(jti, expires) {
      let isNew = false;
      await change((data) => {
        isNew = !data.revoked.some((entry) => entry.jti === jti);
        return isNew ? { ...data, revoked: [...data.revoked, revocation(jti, expires)] } : data;
      });
      return isNew;
    },
  });
}

function tokensIn({ issued, revoked }: TokenFile): TokenStorage['tokens'] {
  return { issued, revoked: new Set(revoked.map(({ jti }) => jti)) };
}

function revocation(jti: string, expires: string | undefined): TokenFile['revoked'][number] {
  const date = new Date().toISOString();
  return expires === undefined ? { jti, date } : { jti, date, expires };
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
