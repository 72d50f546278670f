/** OpenID Connect provider for signing in: checks codes and PKCE, and can be slow, be down and lie. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';

export interface Lies {
  /** Claims of the ID token that differ. */
  claims?: Record<string, unknown>;
  /** Header of the ID token; `none` for one without signature. */
  algorithm?: 'none' | 'foreign';
  /** Members of the discovery document that differ. */
  discovery?: Record<string, unknown>;
  /** Refresh tokens that each token response has; none if absent. */
  refresh?: true;
  /** Answers to requests of a path, in place of the provider. */
  respond?: Record<string, (response: ServerResponse) => void>;
}

export async function startSignInProvider() {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const codes = new Map<string, URLSearchParams>();
  /** Each works once. */
  const refreshTokens = new Map<string, URLSearchParams>();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, issuer);
    provider.asked += 1;
    const lie = provider.lies.respond?.[pathname];
    if (lie) return lie(response);
    response.setHeader('Content-Type', 'application/json');
    if (pathname === '/authorize') {
      const answer = new URLSearchParams(provider.answer(request.url!));
      if (provider.isRefusing) answer.set('error', 'access_denied');
      if (provider.isRefusing) answer.delete('code');
      const callback = new URL(request.url!, issuer).searchParams.get('redirect_uri');
      return response.writeHead(303, { Location: `${callback}?${answer}` }).end();
    }
    if (pathname === '/token') return answerToken(request, response);
    const keys = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256' }] };
    response.end(
      JSON.stringify(pathname === '/keys' ? keys : { ...discovery(), ...provider.lies.discovery }),
    );
  });
  const discovery = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['RS256', 'none'],
  });

  /** Each code works once, with the verifier and the address that it was issued for. */
  async function answerToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = new URLSearchParams(await text(request));
    const refreshed = refreshTokens.get(body.get('refresh_token') ?? '');
    refreshTokens.delete(body.get('refresh_token') ?? '');
    if (refreshed && !provider.isRefusing)
      return void response.end(JSON.stringify(await tokensOf(refreshed)));
    if (!body.has('code'))
      return void response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant' }));
    const begun = codes.get(body.get('code')!);
    codes.delete(body.get('code')!);
    const challenge = createHash('sha256').update(body.get('code_verifier')!).digest('base64url');
    const isValid =
      begun?.get('code_challenge') === challenge &&
      begun.get('redirect_uri') === body.get('redirect_uri') &&
      body.get('client_secret') === 'hidden';
    if (!isValid) response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant' }));
    else response.end(JSON.stringify(await tokensOf(begun)));
  }

  async function tokensOf(begun: URLSearchParams) {
    const { lies, person } = provider;
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, exp: now + 60 };
    const claims = { iss: issuer, aud: begun.get('client_id')!, sub: 'u1', ...times };
    const nonce = begun.get('nonce') ?? undefined;
    const all = { ...claims, ...(nonce && { nonce }), ...person, ...lies.claims };
    const key = lies.algorithm === 'foreign' ? foreign.privateKey : own.privateKey;
    const signed = new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: 'own' });
    const idToken = lies.algorithm === 'none' ? new UnsecuredJWT(all).encode() : await signed.sign(key);
    const refresh_token = `refresh-${Math.random()}`;
    // The next one has no nonce.
    if (lies.refresh) refreshTokens.set(refresh_token, new URLSearchParams({ client_id: claims.aud }));
    const more = lies.refresh && { refresh_token };
    return { access_token: 'a', token_type: 'Bearer', id_token: idToken, ...more };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = {
    issuer,
    lies: {} as Lies,
    person: { name: 'Ann', groups: ['staff', 'search=team'] } as Record<string, unknown>,
    /** Whether the person does not confirm the sign-in in the browser. */
    isRefusing: false,
    /** Number of requests. */
    asked: 0,
    /** Signs the person in at the address, and returns the answer that the browser takes along. */
    answer(address: string): { code: string; state: string } {
      const begun = new URL(address, issuer).searchParams;
      const code = `code-${Math.random()}`;
      codes.set(code, begun);
      return { code, state: begun.get('state')! };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return provider;
}
