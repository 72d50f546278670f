/** Whatever checks and issues tokens; the command line issues with it too, beside a running server. */
import { makeDataDirectory } from '../filesystem/data-directory.ts';
import type { Metrics } from '../observability/metrics.ts';
import { openTokens } from '../open-stores.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { tokenIdForm } from './claims.ts';
import { externalIssuer } from './external-issuer.ts';
import { loadKeys } from './key-file.ts';
import { type TokenCache, tokenCache } from './token-cache.ts';
import { endInTokenId } from './token-id.ts';
import { type TokenIssuer, tokenIssuer } from './token-issuer.ts';
import type { TokenStore } from './token-store.ts';
import { type TokenCheck, tokenCheck } from './verify-token.ts';

export interface Authority {
  tokens: TokenStore;
  checked: TokenCache;
  check: TokenCheck;
  issuer: TokenIssuer;
  /** What is known of the token of this id; null where no token that is taken here has it. */
  known(jti: string): KnownToken | null;
  /** Takes in what other processes wrote, unless that was done just now. Never throws. */
  refresh(): void;
  /** Why tokens and keys are those of before, in words for the operator; null when they are those of now. */
  trouble(): string | null;
}

export interface KnownToken {
  /** When it ends by itself, in ISO 8601; undefined where only its issuer knows. */
  expires: string | undefined;
}

/** So often it is looked whether another process has written, in milliseconds. */
const longestUnseen = 500;

export async function openAuthority(
  settings: ServerSettings,
  count?: Metrics['token'],
  opened?: TokenStore,
): Promise<Authority> {
  const { dataDirectory, secrets, issuer, audience } = settings;
  await makeDataDirectory(dataDirectory);
  const keys = await loadKeys(dataDirectory, secrets);
  const tokens = opened ?? (await openTokens(settings));
  const rules = { keys, issuer, audience: { access: audience, publishable: `${audience}-pages` } };
  const external = settings.external && externalIssuer(settings.external);
  const isRevoked = (jti: string) => tokens.isRevoked(jti);
  const checked = tokenCache({ keys, isRevoked });
  let looked = performance.now();

  /** Made here, on record, in use, or of an issuer that alone knows which there are. */
  function known(jti: string): KnownToken | null {
    const end = endInTokenId(jti, keys);
    if (end !== null) return { expires: new Date(end * 1000).toISOString() };
    const recorded = tokens.list().find((token) => token.jti === jti);
    const expires = recorded?.expires ?? checked.expiryOf(jti);
    const mayBeForeign = external !== null && tokenIdForm.test(jti);
    return expires !== undefined || tokens.isRevoked(jti) || mayBeForeign ? { expires } : null;
  }

  return {
    tokens,
    checked,
    check: tokenCheck({ ...rules, external, isRevoked, count }, checked),
    issuer: tokenIssuer({ ...rules, tokens }),
    known,
    refresh() {
      const now = performance.now();
      if (now - looked < longestUnseen) return;
      looked = now;
      keys.refresh();
      tokens.refresh();
    },
    trouble: () => keys.trouble() ?? tokens.trouble(),
  };
}
