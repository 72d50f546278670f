/** A place where state is kept, as a migration sees it: changes and tokens that can be read whole and put where nothing is. */
import type { IssuedToken } from '../auth/token-store.ts';
import type { ChangeRecord } from '../configurations/reducer.ts';

export interface Revocation {
  jti: string;
  /** When its token ends by itself, in ISO 8601; absent where that is not known. */
  expires?: string;
}

export interface KeptTokens {
  issued: IssuedToken[];
  revoked: Revocation[];
}

export interface Place {
  /** For people, such as `the data directory`. */
  name: string;
  changes(): Promise<ChangeRecord[]>;
  /** All or none, into a place without any. */
  putChanges(lines: readonly ChangeRecord[]): Promise<void>;
  tokens(): Promise<KeptTokens>;
  /** Those that are there already stay. */
  putTokens(tokens: KeptTokens): Promise<void>;
}

/** The end of all tokens that are in `present` and not in `former`: they were issued after it was taken. */
export function issuedSince(present: readonly IssuedToken[], former: readonly IssuedToken[]): Revocation[] {
  const known = new Set(former.map(({ jti }) => jti));
  return present.filter(({ jti }) => !known.has(jti)).map(({ jti, expires }) => ({ jti, expires }));
}
