/** Storage of the token store in a file: `tokens.json` of a data directory or a backup. */
import { join } from 'node:path';
import * as stored from '@semantic-search/contract/storage';
import { durableDocument } from '../filesystem/durable-document.ts';
import { durableFile } from '../filesystem/durable-file.ts';
import { taskQueue } from '../filesystem/task-queue.ts';
import { requireValid } from '../validation.ts';
import { type TokenStore, tokenStore } from './token-store.ts';

export const noTokens: stored.TokenFile = { issued: [], revoked: [] };

/** The file in a data directory or a backup. */
export const tokensFile = (directory: string) =>
  durableFile<stored.TokenFile>(join(directory, 'tokens.json'), 0o600);

/** Returns null if the file is missing. Throws if it is damaged. */
export async function readTokens(directory: string): Promise<stored.TokenFile | null> {
  const file = tokensFile(directory);
  const tokens = await file.read();
  if (tokens !== null) requireValid(file.path, stored.TokenFile, tokens);
  return tokens;
}

/** The caller holds the lock of the directory. Throws if the file is damaged: an empty one would forget revocations. */
export async function openTokenStore(directory: string): Promise<TokenStore> {
  const document = durableDocument(tokensFile(directory), (await readTokens(directory)) ?? noTokens);
  const inTurn = taskQueue();
  let tokens = tokensIn(document.data);

  const change = (decide: (data: stored.TokenFile) => stored.TokenFile): Promise<void> =>
    inTurn(async () => {
      await document.write(withoutOldest(decide(document.data)));
      tokens = tokensIn(document.data);
    });

  return tokenStore({
    get tokens() {
      return tokens;
    },
    record: (recorded) =>
      change(({ issued, ...data }) => {
        // Replaced tokens keep their position in the list.
        const byId = new Map([...issued, ...recorded].map((token) => [token.jti, token]));
        return { ...data, issued: [...byId.values()] };
      }),
    async revoke(jti, expires) {
      let isNew = false;
      await change((data) => {
        isNew = !data.revoked.some((earlier) => earlier.jti === jti);
        const entry = { jti, date: new Date().toISOString(), ...(expires && { expires }) };
        return isNew ? { ...data, revoked: [...data.revoked, entry] } : data;
      });
      return isNew;
    },
  });
}

function tokensIn({ issued, revoked }: stored.TokenFile): stored.TokenStorage['tokens'] {
  return { issued, revoked: new Set(revoked.map(({ jti }) => jti)) };
}

/** The content without the oldest expired entries. Revocations get the expiry time of their token. */
function withoutOldest({ issued, revoked, ...others }: stored.TokenFile): stored.TokenFile {
  const expiryTimes = new Map(issued.map(({ jti, expires }) => [jti, expires]));
  const completed = revoked.map((entry) => {
    const expires = entry.expires ?? expiryTimes.get(entry.jti);
    return expires === undefined ? entry : { ...entry, expires };
  });
  return { ...others, issued: latestToExpire(issued), revoked: latestToExpire(completed) };
}

/** All entries that are still valid, and the latest expired entries up to a maximum. */
function latestToExpire<Entry extends { expires?: string }>(entries: Entry[]): Entry[] {
  const expiredTimes = entries
    .flatMap(({ expires }) => (expires === undefined ? [] : [Date.parse(expires)]))
    .filter((time) => time <= Date.now())
    .sort((first, second) => second - first);
  const earliest = expiredTimes[stored.MAX_EXPIRED_ENTRIES - 1];
  if (earliest === undefined) return entries;
  return entries.filter(({ expires }) => expires === undefined || Date.parse(expires) >= earliest);
}
