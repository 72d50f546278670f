/** Token authority of the server: the rules for verification, and the issuer. */
import { makeDataDirectory } from '../filesystem/data-directory.ts';
import type { TokenRules } from './authentication.ts';
import type { IssuerSettings } from './external-issuer.ts';
import { loadKeys } from './key-file.ts';
import type { Secrets } from './key-ring.ts';
import { expiryInTokenId, isoOf, tokenIdForm } from './token-id.ts';
import { type TokenIssuer, tokenIssuer } from './token-issuer.ts';
import type { TokenStore } from './token-store.ts';

export type Authority = Awaited<ReturnType<typeof openAuthority>>;

interface AuthoritySettings {
  dataDirectory: string;
  /** Secrets that replace the keys in the data directory; newest first. */
  secrets: Secrets;
  /** OpenID Connect issuer whose access tokens are accepted in addition; null for none. */
  external: IssuerSettings | null;
}

/** Keys are read again at this interval: a command may change them while a server runs. */
const REFRESH_INTERVAL_MS = 500;

export async function openAuthority(settings: AuthoritySettings, tokens: TokenStore) {
  const { dataDirectory, secrets, external: issuerSettings } = settings;
  const keys = await loadKeys(dataDirectory, secrets);
  /** Whether other systems may sign tokens, with a shared secret or as an issuer. The IDs of such tokens cannot be checked. */
  const hasForeignTokens = Boolean(issuerSettings || secrets.access?.length || secrets.publishable?.length);
  const timer = setInterval(keys.refresh, REFRESH_INTERVAL_MS).unref();
  // Imported only if there is an issuer: the import delays the start of each command.
  const external = issuerSettings && (await import('./external-issuer.ts')).externalIssuer(issuerSettings);
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
    /** The token with this ID, with its expiry time, if that is known; null if no such token can be valid here. */
    describeToken(jti: string): { expires: string | undefined } | null {
      const expirySeconds = expiryInTokenId(jti, keys);
      if (expirySeconds !== null) return { expires: isoOf(expirySeconds) };
      const expires = tokens.list().find((token) => token.jti === jti)?.expires;
      const isKnown = expires !== undefined || tokens.isRevoked(jti);
      const mayBeForeign = hasForeignTokens && tokenIdForm.test(jti);
      return isKnown || mayBeForeign ? { expires } : null;
    },
    /** Why keys are stale, for the operator; null if they are up to date. */
    unavailableReason: keys.unavailableReason,
    close: () => clearInterval(timer),
  };
}

/** Signs access tokens for a command, even while a server runs. */
export async function openAccessIssuer({
  dataDirectory,
  secrets,
}: Pick<AuthoritySettings, 'dataDirectory' | 'secrets'>): Promise<Pick<TokenIssuer, 'access' | 'code'>> {
  await makeDataDirectory(dataDirectory);
  // Only publishable tokens are recorded.
  return tokenIssuer(await loadKeys(dataDirectory, secrets), { record: async () => undefined });
}
