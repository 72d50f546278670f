/** Port for migrations: a location that stores configuration changes and tokens. */
import type { IssuedToken } from '../auth/token-store.ts';
import type { ChangeRecord } from '../configurations/reducer.ts';

export interface Revocation {
  jti: string;
  /** Expiry of the token, in ISO 8601; absent if unknown. */
  expires?: string;
}

export interface StoredTokens {
  issued: IssuedToken[];
  revoked: Revocation[];
}

export interface StateLocation {
  /** For messages, such as `the data directory`. */
  name: string;
  changes(): Promise<ChangeRecord[]>;
  /** Atomic; the location must be empty. */
  putChanges(changes: readonly ChangeRecord[]): Promise<void>;
  tokens(): Promise<StoredTokens>;
  /** Keeps existing tokens. */
  putTokens(tokens: StoredTokens): Promise<void>;
}

/** Revocations of all tokens in `current` that are not in `previous`, because they were issued later. */
export function issuedSince(current: readonly IssuedToken[], previous: readonly IssuedToken[]): Revocation[] {
  const known = new Set(previous.map(({ jti }) => jti));
  return current.filter(({ jti }) => !known.has(jti)).map(({ jti, expires }) => ({ jti, expires }));
}
