/** Wires token verification and issuing; also used by the CLI while a server is running. */
import { makeDataDirectory } from '../filesystem/data-directory.ts';
import { tokenIdForm } from './claims.ts';
import { externalIssuer } from './external-issuer.ts';
import { loadKeys } from './key-file.ts';
import { hasForeignKeys, type Secrets } from './key-ring.ts';
import { type TokenCache, tokenCache } from './token-cache.ts';
import { endInTokenId } from './token-id.ts';
import { type TokenIssuer, tokenIssuer } from './token-issuer.ts';
import type { TokenStore } from './token-store.ts';
import { type TokenCheck, type TokenRules, tokenCheck } from './verify-token.ts';

export interface Authority {
  tokens: TokenStore;
  checked: TokenCache;
  check: TokenCheck;
  issuer: TokenIssuer;
  /** Metadata of the token with this ID; null if no such token can be valid here. */
  known(jti: string): KnownToken | null;
  /** Reloads files that other processes changed, at most every 500 ms. Never throws. */
  refresh(): void;
  /** Why keys or tokens are stale, for the operator; null if they are up to date. */
  unavailableReason(): string | null;
}

export interface AuthoritySettings {
  dataDirectory: string;
  /** Replace the keys in the data directory; newest first. */
  secrets: Secrets;
  issuer: string;
  audience: string;
  /** OpenID Connect issuer whose access tokens are accepted in addition; null for none. */
  external: { issuer: string; audience: string; scopeClaims: string[] } | null;
}

export interface KnownToken {
  /** Expiry time (ISO 8601); undefined if only the issuer knows it. */
  expires: string | undefined;
}

/** Interval of the check for changes by other processes. */
const REFRESH_INTERVAL_MS = 500;

export async function openAuthority(
  settings: AuthoritySettings,
  tokens: TokenStore,
  count?: TokenRules['count'],
): Promise<Authority> {
  const { dataDirectory, secrets, issuer, audience } = settings;
  await makeDataDirectory(dataDirectory);
  const keys = await loadKeys(dataDirectory, secrets);
  const rules = { keys, issuer, audience: { access: audience, publishable: `${audience}-pages` } };
  const external = settings.external && externalIssuer(settings.external);
  const checked = tokenCache(keys);
  /** Other systems may sign tokens too, and their IDs cannot be checked. */
  const hasForeignTokens = hasForeignKeys(settings);
  let refreshedAt = performance.now();

  /** Issued here, recorded, cached, or possibly signed elsewhere. */
  function known(jti: string): KnownToken | null {
    const expirySeconds = endInTokenId(jti, keys);
    if (expirySeconds !== null) return { expires: new Date(expirySeconds * 1000).toISOString() };
    const recorded = tokens.list().find((token) => token.jti === jti);
    const expires = recorded?.expires ?? checked.expiryOf(jti);
    const mayBeForeign = hasForeignTokens && tokenIdForm.test(jti);
    return expires !== undefined || tokens.isRevoked(jti) || mayBeForeign ? { expires } : null;
  }

  return {
    tokens,
    checked,
    check: tokenCheck({ ...rules, external, isRevoked: (jti) => tokens.isRevoked(jti), count }, checked),
    issuer: tokenIssuer({ ...rules, tokens }),
    known,
    refresh() {
      const now = performance.now();
      if (now - refreshedAt < REFRESH_INTERVAL_MS) return;
      refreshedAt = now;
      keys.refresh();
      tokens.refresh();
    },
    unavailableReason: () => keys.unavailableReason() ?? tokens.unavailableReason(),
  };
}
