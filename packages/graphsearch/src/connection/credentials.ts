/** Authorization at the remote service: none, Basic, or OAuth 2.0 access tokens (RFC 6749). */
import { BackendError } from '@semantic-search/engine/backend';
import { LRUCache } from 'lru-cache';

export type Credentials =
  | { type: 'none' }
  | { type: 'basic'; user: string; password: string }
  | { type: 'client-credentials'; tokenUrl: URL; client: string; secret: string; scope?: string };

/** Sends a form and resolves to the JSON of the response. */
type PostForm = (
  url: URL,
  request: { method: 'POST'; headers: Record<string, string>; form: Record<string, string> },
) => Promise<unknown>;

/** Value of the Authorization header; undefined without credentials. `forceRefresh` replaces a token. */
type Authorize = (options?: { forceRefresh: boolean }) => Promise<string | undefined>;

/** Tokens are renewed early, so that none expires in transit. */
const RENEWAL_MARGIN_SECONDS = 30;
/** Used if the token response has no `expires_in`. */
const DEFAULT_LIFETIME_SECONDS = 300;

/** One token for all calls; concurrent calls share one token request. */
export function authorization(credentials: Credentials, post: PostForm): Authorize {
  if (credentials.type === 'none') return async () => undefined;
  if (credentials.type === 'basic') return async () => basicHeader(credentials.user, credentials.password);
  const cache = new LRUCache<string, string>({
    max: 1,
    ttl: DEFAULT_LIFETIME_SECONDS * 1000,
    async fetchMethod(_key, _previous, { options }) {
      const { value, lifetimeSeconds } = await fetchToken(credentials, post);
      const usableSeconds = Math.max(lifetimeSeconds - RENEWAL_MARGIN_SECONDS, lifetimeSeconds / 2);
      options.ttl = Math.ceil(usableSeconds * 1000);
      return value;
    },
  });
  return async (options) => `Bearer ${await cache.fetch('token', options)}`;
}

const basicHeader = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;

async function fetchToken(
  { tokenUrl, client, secret, scope }: Extract<Credentials, { tokenUrl: URL }>,
  post: PostForm,
): Promise<{ value: string; lifetimeSeconds: number }> {
  // RFC 6749, section 2.3.1: both parts are form-encoded first.
  const headers = { authorization: basicHeader(encodeURIComponent(client), encodeURIComponent(secret)) };
  const form = { grant_type: 'client_credentials', ...(scope !== undefined && { scope }) };
  const response = await post(tokenUrl, { method: 'POST', headers, form }).catch((error: BackendError) => {
    const isRefused = ['rejected', 'unknown-space'].includes(error.kind) || error.code === 'redirect';
    throw new BackendError(isRefused ? 'credentials' : error.kind, `Token endpoint: ${error.message}`, error);
  });
  const { access_token: value, token_type, expires_in } = (response ?? {}) as Record<string, unknown>;
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value) || !/^bearer$/i.test(String(token_type)))
    throw new BackendError('malformed', 'The token endpoint did not return a bearer token.');
  return { value, lifetimeSeconds: Number(expires_in) > 0 ? Number(expires_in) : DEFAULT_LIFETIME_SECONDS };
}
