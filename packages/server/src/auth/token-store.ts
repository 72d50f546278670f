/** Token store: issued publishable tokens and revocations, without secrets. Its file is `tokens.json`. */
import { join } from 'node:path';
import * as stored from '@semantic-search/contract/storage';
import { rejectUnsaved } from '../errors/problem.ts';
import { durableDocument } from '../filesystem/durable-document.ts';
import { durableFile } from '../filesystem/durable-file.ts';
import { taskQueue } from '../filesystem/task-queue.ts';
import { requireValid } from '../validation.ts';

export type TokenStore = ReturnType<typeof tokenStore>;

/** Uses are saved together: a token needs at most one write a day, and many tokens share a write. */
const SAVE_INTERVAL_MS = 10 * 60_000;
/** Access tokens with a shorter life, such as those of sessions and commands, are not listed. */
const MAX_UNLISTED_LIFE_MS = 8 * 3_600_000;

export function tokenStore(storage: stored.TokenStorage) {
  let origins = originsOf(storage.tokens);
  /** Used tokens by `jti`, whose day of use is not saved yet. */
  const unsaved = new Map<string, stored.IssuedToken>();
  /** The IDs that were used on this day. */
  let today = { day: '', ids: new Set<string>() };
  const findListed = (jti: string) => storage.tokens.issued.find((token) => token.jti === jti);
  /** Saves the days on which tokens were used. After a failure, the next call saves them. */
  const saveUses = async (): Promise<void> => {
    const used = [...unsaved.values()];
    if (used.length === 0) return;
    unsaved.clear();
    await storage.record(used).catch(() => {
      for (const token of used) if (!unsaved.has(token.jti)) unsaved.set(token.jti, token);
    });
  };
  const timer = setInterval(() => void saveUses(), SAVE_INTERVAL_MS).unref();
  return {
    /** All listed tokens that have not expired, oldest first. */
    list(): readonly stored.IssuedToken[] {
      const { issued } = storage.tokens;
      const unlisted = [...unsaved.values()].filter(({ jti }) => !findListed(jti));
      return [...issued.map((token) => unsaved.get(token.jti) ?? token), ...unlisted].filter(hasNotEnded);
    },
    record: (token: stored.IssuedToken): Promise<void> => storage.record([token]).catch(rejectUnsaved),
    /**
     * Records that a token was used today; saved later. `describe` is called for a token that is not listed, to add
     * access tokens with a long life.
     */
    use(jti: string, describe: () => stored.IssuedToken): void {
      const day = new Date().toISOString().slice(0, 10);
      if (today.day !== day) today = { day, ids: new Set() };
      if (today.ids.has(jti)) return;
      today.ids.add(jti);
      const listed = findListed(jti);
      const token = listed ?? describe();
      if (token.used !== day && (listed || isLasting(token))) unsaved.set(jti, { ...token, used: day });
    },
    saveUses,
    close(): Promise<void> {
      clearInterval(timer);
      return saveUses();
    },
    revoke: (jti: string, expires?: string): Promise<boolean> =>
      storage.revoke(jti, expires).catch(rejectUnsaved),
    isRevoked: (jti: string): boolean => storage.tokens.revoked.has(jti),
    /** Whether a valid token lists this origin. */
    allowsOrigin(origin: string): boolean {
      const isStale = origins.tokens !== storage.tokens || Date.now() >= origins.until;
      if (isStale) origins = originsOf(storage.tokens);
      return origins.listed.has(origin);
    },
  };
}

/** Whether the list shows this access token. */
const isLasting = ({ scopes, issued, expires }: stored.IssuedToken): boolean =>
  scopes !== undefined && Date.parse(expires) - Date.parse(issued) > MAX_UNLISTED_LIFE_MS;

/** Origins that valid tokens list, computed once because every cross-origin request needs them; valid `until` a token expires. */
function originsOf(tokens: stored.TokenStorage['tokens']) {
  const valid = tokens.issued.filter((token) => !tokens.revoked.has(token.jti) && hasNotEnded(token));
  const listed = new Set(valid.flatMap(({ origins = [] }) => origins));
  const until = valid.reduce((first, { expires }) => Math.min(first, Date.parse(expires)), Infinity);
  return { tokens, listed, until };
}

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

/**
 * The caller holds the lock of the directory. Throws if the file is damaged, because without the file, revoked tokens
 * would be valid again.
 */
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

function hasNotEnded({ expires }: { expires: string }): boolean {
  return Date.parse(expires) > Date.now();
}
