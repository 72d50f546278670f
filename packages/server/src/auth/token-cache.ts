/**
 * Remembers what tokens stand for that were checked: by their SHA-256, so that a token lies in memory no longer than the
 * connection that brought it.
 */
import { hash } from 'node:crypto';
import { perConnection } from '../http/connection-cache.ts';
import type { KeyRing } from './keys.ts';
import type { Access } from './permission.ts';

export interface TokenCache {
  /** What a token stands for that was found good; undefined when it has to be checked. `connection` brought it. */
  find(token: string, connection?: object): Access | undefined;
  /** After `trust` milliseconds it is checked anew, whatever the clock of the day says by then. */
  keep(token: string, access: Access, trust: number): void;
  /** Why a token that was good is so no longer; null while it is. */
  end(access: Access): string | null;
  /** When the token of this id ends, in ISO 8601; undefined when it is not remembered. Looks through all of them. */
  expiryOf(jti: string): string | undefined;
}

export interface TokenCacheOptions {
  keys: KeyRing;
  isRevoked(jti: string): boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const MAX_CACHED_TOKENS = 10_000;
/** The end of the year 9999, in milliseconds: what is later is no time that all who read it know how to write. */
const MAX_TIME_MS = Date.UTC(10_000, 0) - 1;

export function tokenCache({ keys, isRevoked, now = Date.now }: TokenCacheOptions): TokenCache {
  /** `until` is a time of performance.now(). */
  const remembered = new Map<string, { access: Access; until: number }>();
  const digestOn = perConnection(digestOf);
  let signedBy = [keys.access, keys.publishable];

  /** A key that was dropped takes the tokens with it that were checked with it. */
  function forgetDropped({ access, publishable }: KeyRing): void {
    if (access === signedBy[0] && publishable === signedBy[1]) return;
    signedBy = [access, publishable];
    remembered.clear();
  }

  return {
    find(token, connection) {
      forgetDropped(keys);
      const known = remembered.get(connection ? digestOn(connection, token) : digestOf(token));
      return known && performance.now() < known.until ? known.access : undefined;
    },
    keep(token, access, trust) {
      if (remembered.size >= MAX_CACHED_TOKENS) remembered.delete(remembered.keys().next().value ?? '');
      remembered.set(digestOf(token), { access, until: performance.now() + trust });
    },
    end({ expires, jti }) {
      if (expires <= now() / 1000) return 'The token has expired';
      return jti !== null && isRevoked(jti) ? 'The token was revoked' : null;
    },
    expiryOf(jti) {
      const ends = Array.from(remembered.values(), ({ access }) => access)
        .filter((access) => access.jti === jti)
        .map(({ expires }) => expires * 1000);
      const last = Math.max(...ends); // Without any it is -Infinity, which is no time either.
      return Math.abs(last) <= MAX_TIME_MS ? new Date(last).toISOString() : undefined;
    },
  };
}

const digestOf = (token: string) => hash('sha256', token, 'base64');
