/** Rules of token verification, and the issuer of tokens. */
import { makeDataDirectory } from '../filesystem/data-directory.ts';
import type { TokenRules } from './authentication.ts';
import { loadKeys } from './key-file.ts';
import type { Secrets } from './key-ring.ts';
import { endInTokenId, isoOf, tokenIdForm } from './token-id.ts';
import { type TokenIssuer, tokenIssuer } from './token-issuer.ts';
import type { TokenStore } from './token-store.ts';

export type Authority = Awaited<ReturnType<typeof openAuthority>>;

export interface AuthoritySettings {
  dataDirectory: string;
  /** Secrets that replace the keys in the data directory; newest first. */
  secrets: Secrets;
  /** OpenID Connect issuer whose access tokens are accepted in addition; null for none. */
  external: { issuer: string; audience: string; scopeClaims: string[] } | null;
}

/** A command may change the keys while a server runs. */
const REFRESH_INTERVAL_MS = 500;

export async function openAuthority(settings: AuthoritySettings, tokens: TokenStore) {
  const { dataDirectory, secrets } = settings;
  const keys = await loadKeys(dataDirectory, secrets);
  /** Whether other systems may sign tokens, by a shared secret or as issuer: their token IDs cannot be checked. */
  const hasForeignTokens = Boolean(
    settings.external || secrets.access?.length || secrets.publishable?.length,
  );
  const timer = setInterval(keys.refresh, REFRESH_INTERVAL_MS).unref();
  // Loaded for an issuer only: each command would start later.
  const external =
    settings.external && (await import('./external-issuer.ts')).externalIssuer(settings.external);
  const rules: TokenRules = {
    keys,
    external,
    isRevoked: (jti) => tokens.isRevoked(jti),
    use: tokens.use,
    renewals: new Map(),
  };
  return {
    tokens,
    rules,
    issuer: tokenIssuer(keys, tokens),
    /** Describes the token with this ID: its expiry time, if known; null if no such token can be valid here. */
    describeToken(jti: string): { expires: string | undefined } | null {
      const end = endInTokenId(jti, keys);
      if (end !== null) return { expires: isoOf(end) };
      const expires = tokens.list().find((token) => token.jti === jti)?.expires;
      const mayBeForeign = hasForeignTokens && tokenIdForm.test(jti);
      return expires !== undefined || tokens.isRevoked(jti) || mayBeForeign ? { expires } : null;
    },
    /** Why keys are stale, for the operator; null if they are up to date. */
    unavailableReason: keys.unavailableReason,
    close: () => clearInterval(timer),
  };
}

/** Signs access tokens for a command, also while a server runs. */
export async function openAccessIssuer({
  dataDirectory,
  secrets,
}: Pick<AuthoritySettings, 'dataDirectory' | 'secrets'>): Promise<Pick<TokenIssuer, 'access' | 'code'>> {
  await makeDataDirectory(dataDirectory);
  // Only publishable tokens are recorded.
  return tokenIssuer(await loadKeys(dataDirectory, secrets), { record: async () => undefined });
}
