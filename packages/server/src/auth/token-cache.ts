/** Cache of verified tokens, keyed by SHA-256 so that tokens are not retained. */
import { hash } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';
import type { Access } from './permission.ts';

export interface TokenCache {
  /** The access of a verified token; undefined on a miss. */
  find(token: string): Access | undefined;
  /** Caches the token for `lifetimeMs` milliseconds of the monotonic clock. */
  keep(token: string, access: Access, lifetimeMs: number): void;
  /** Expiry time of a cached token (ISO 8601); undefined on a miss. Linear in the cache size. */
  expiryOf(jti: string): string | undefined;
}

const MAX_CACHED_TOKENS = 10_000;

export function tokenCache(keys: KeyRing): TokenCache {
  /** `until` is a time of performance.now(). */
  const entries = new Map<string, { access: Access; until: number }>();
  let signedBy = [keys.access, keys.publishable];

  /** Clears the cache if the keys changed, because a dropped key invalidates its tokens. */
  function clearIfKeysChanged({ access, publishable }: KeyRing): void {
    if (access === signedBy[0] && publishable === signedBy[1]) return;
    signedBy = [access, publishable];
    entries.clear();
  }

  return {
    find(token) {
      clearIfKeysChanged(keys);
      const cached = entries.get(digestOf(token));
      return cached && performance.now() < cached.until ? cached.access : undefined;
    },
    keep(token, access, lifetimeMs) {
      if (entries.size >= MAX_CACHED_TOKENS) entries.delete(entries.keys().next().value ?? '');
      entries.set(digestOf(token), { access, until: performance.now() + lifetimeMs });
    },
    expiryOf(jti) {
      const expiries = Array.from(entries.values(), ({ access }) => access)
        .filter((access) => access.jti === jti)
        .map(({ expires }) => expires * 1000);
      const last = Math.max(...expiries); // -Infinity for an empty list.
      return Number.isFinite(last) ? new Date(last).toISOString() : undefined;
    },
  };
}

const digestOf = (token: string) => hash('sha256', token, 'base64');
