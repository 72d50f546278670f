/** The publishable tokens that the server's own pages use: for the configurations of a page, from its own origins. */
import { networkInterfaces } from 'node:os';
import type { TokenIssuer } from '../authentication/issue.ts';

export interface PageToken {
  /** A token that is good for these configurations, at least for half of its lifetime. */
  for(configurations: readonly number[]): Promise<string>;
}

/** In seconds. */
const lifetime = 7 * 24 * 3600;

/** Tokens that are kept to be used again; the oldest goes first. */
const mostKept = 1000;

export function pageToken(
  issuer: Pick<TokenIssuer, 'publishable'>,
  origins: () => readonly string[],
): PageToken {
  const kept = new Map<string, { renewal: number; token: Promise<string> }>();

  function issue(key: string, configurations: readonly number[]): Promise<string> {
    const wish = { name: 'pages of this server', configurations, origins: origins(), lifetime };
    const token = issuer.publishable(wish).then((issued) => issued.token);
    kept.delete(key);
    kept.set(key, { renewal: Date.now() + lifetime * 500, token });
    if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '');
    token.catch(() => kept.delete(key));
    return token;
  }

  return {
    for(configurations) {
      const key = configurations.join(' ');
      const known = kept.get(key);
      return known && known.renewal > Date.now() ? known.token : issue(key, configurations);
    },
  };
}

/** Where a browser finds a server that listens on `host` and `port`; `publicUrl` alone when there is one. */
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
