/** Publishable tokens for the server's own pages, restricted to its own origins. */
import { networkInterfaces } from 'node:os';
import type { TokenIssuer } from '../auth/token-issuer.ts';
import type { TokenStore } from '../auth/token-store.ts';
import { hostInUrl } from '../http/origin.ts';

/** Issues a token, valid for at least six days, for these configurations. */
export type PageToken = (configurations: readonly number[]) => string;

/** Tokens are not stored: on one day, the pages of all visitors get the same token, even after a restart. */
export function pageTokenIssuer(
  issuer: Pick<TokenIssuer, 'page'>,
  tokens: Pick<TokenStore, 'isRevoked'>,
  origins: () => readonly string[],
): PageToken {
  return (configurations) => {
    // A revoked token is replaced by the one with the next serial number.
    for (let serial = 0; ; serial += 1) {
      const { jti, token } = issuer.page(configurations, origins(), serial);
      if (!tokens.isRevoked(jti)) return token;
    }
  };
}

/** Origins under which browsers reach the server; only `publicUrl` if it is set. */
export function ownOrigins(publicUrl: URL | null, host: string, port: number): string[] {
  if (publicUrl) return [publicUrl.origin];
  const isAnyAddress = host === '0.0.0.0' || host === '::';
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const hosts = isAnyAddress ? addresses.map(({ address }) => address.split('%')[0]!) : [host];
  const names = ['localhost', '127.0.0.1', '::1', ...hosts].map(hostInUrl);
  return [...new Set(names.map((name) => new URL(`http://${name}:${port}`).origin))];
}
