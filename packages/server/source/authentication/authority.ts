/** Whatever checks and issues tokens; the command line issues with it too, beside a running server. */
import { mkdir } from 'node:fs/promises';
import type { Metrics } from '../observability/metrics.ts';
import { openTokens } from '../open-state.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { type TokenCheck, tokenCheck } from './check.ts';
import { type CheckedTokens, checkedTokens } from './checked-tokens.ts';
import { externalIssuer } from './external-issuer.ts';
import { type TokenIssuer, tokenIssuer } from './issue.ts';
import { loadKeys } from './key-file.ts';
import type { TokenStore } from './token-store.ts';

export interface Authority {
  tokens: TokenStore;
  checked: CheckedTokens;
  check: TokenCheck;
  issuer: TokenIssuer;
  /** Whether a token that is taken here may have this id. Tokens of persons are not recorded. */
  mayExist(jti: string): boolean;
  /** Takes in what other processes wrote, unless that was done just now. Never throws. */
  refresh(): void;
  /** Why tokens and keys are those of before, in words for the operator; null when they are those of now. */
  trouble(): string | null;
}

/** So often it is looked whether another process has written, in milliseconds. */
const longestUnseen = 500;

const idsMadeHere = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** They may be any text; what is not visible could not be told apart. */
const idsMadeElsewhere = /^[!-~]{1,200}$/;

export async function openAuthority(
  settings: ServerSettings,
  count?: Metrics['token'],
  opened?: TokenStore,
): Promise<Authority> {
  const { dataDirectory, secrets, issuer, audience } = settings;
  await mkdir(dataDirectory, { recursive: true });
  const keys = await loadKeys(dataDirectory, secrets);
  const tokens = opened ?? (await openTokens(settings));
  const rules = { keys, issuer, audience: { access: audience, publishable: `${audience}-pages` } };
  const external = settings.external && externalIssuer(settings.external);
  const isRevoked = (jti: string) => tokens.isRevoked(jti);
  const checked = checkedTokens({ keys, isRevoked });
  let looked = performance.now();
  return {
    tokens,
    checked,
    check: tokenCheck({ ...rules, external, isRevoked, count }, checked),
    issuer: tokenIssuer({ ...rules, tokens }),
    mayExist: (jti) =>
      external === null
        ? idsMadeHere.test(jti) || tokens.list().some((token) => token.jti === jti)
        : idsMadeElsewhere.test(jti),
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
