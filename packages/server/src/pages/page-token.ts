/** Publishable tokens for the server's own pages, restricted to its own origins. */
import { networkInterfaces } from 'node:os';
import type { IssuedToken } from '@semantic-search/contract/stores';
import type { PublishableTokenOptions, TokenIssuer } from '../auth/token-issuer.ts';
import type { TokenStore } from '../auth/token-store.ts';

export interface PageToken {
  /** A token for these configurations that is valid for at least half of its lifetime. */
  for(configurations: readonly number[]): Promise<string>;
}

export interface PageTokenParts {
  issuer: Pick<TokenIssuer, 'publishable' | 'resign'>;
  tokens: Pick<TokenStore, 'list' | 'isRevoked'>;
  origins(): readonly string[];
}

/** In seconds. */
const lifetime = 7 * 24 * 3600;

const name = 'pages of this server';

/**
 * Pages are public, so recorded tokens are reused, even after a restart. At most one valid token exists per set of
 * configurations, however often pages are requested.
 */
export function pageToken({ issuer, tokens, origins }: PageTokenParts): PageToken {
  /** Tokens that are being recorded, by configurations. */
  const pending = new Map<string, Promise<IssuedToken>>();

  /** A token that was issued in the future is of a clock that was ahead; verification rejects it. */
  function isGood({ jti, issued, expires }: IssuedToken): boolean {
    const now = Date.now();
    const isCurrent = Date.parse(issued) <= now && Date.parse(expires) - now > lifetime * 500;
    return isCurrent && !tokens.isRevoked(jti);
  }

  function issue(request: PublishableTokenOptions): Promise<IssuedToken> {
    const key = request.configurations.join(' ');
    const issued = pending.get(key) ?? issuer.publishable(request).finally(() => pending.delete(key));
    pending.set(key, issued);
    return issued;
  }

  return {
    async for(configurations) {
      const request = { name, configurations, origins: origins(), lifetime };
      const recorded = tokens.list().findLast((token) => matches(token, request) && isGood(token));
      return issuer.resign(recorded ?? (await issue(request)));
    },
  };
}

type TokenTerms = Pick<IssuedToken, 'name'> & Record<'configurations' | 'origins', readonly unknown[]>;

function matches(token: IssuedToken, request: TokenTerms): boolean {
  return (
    token.name === request.name &&
    token.configurations.join(' ') === request.configurations.join(' ') &&
    token.origins?.join(' ') === request.origins.join(' ')
  );
}

/** Origins under which browsers reach the server; only `publicUrl` if it is set. */
export function ownOrigins(publicUrl: URL | null, host: string, port: number): string[] {
  if (publicUrl) return [publicUrl.origin];
  const everywhere = host === '0.0.0.0' || host === '::';
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const hosts = everywhere ? addresses.map(({ address }) => address.split('%')[0]!) : [host];
  const names = ['localhost', '127.0.0.1', '::1', ...hosts].map((name) =>
    name.includes(':') ? `[${name}]` : name,
  );
  return [...new Set(names.map((name) => new URL(`http://${name}:${port}`).origin))];
}
