/** Token store: issued tokens, the days of their last use, and revocations; without secrets. */
import type * as stored from '@semantic-search/contract/storage';
import { rejectUnsaved } from '../errors/problem.ts';

export type TokenStore = ReturnType<typeof tokenStore>;

/** Uses are saved together: a token needs at most one write a day, and many tokens share a write. */
const SAVE_INTERVAL_MS = 10 * 60_000;
/** Access tokens with a shorter life, such as tokens of sessions and commands, are not listed. */
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
    /** Records the use of a token today; saved later. `describe` adds an access token with a long life that is not listed yet. */
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

const hasNotEnded = ({ expires }: { expires: string }): boolean => Date.parse(expires) > Date.now();
