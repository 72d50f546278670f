/**
 * JWKS cache of an OpenID Connect issuer: discovery, periodic refresh, cooldown (RFC 8414, RFC 7517).
 *
 * Uses the monotonic clock: if the system clock were set back, removed keys would stay valid.
 */
import { createRemoteJWKSet, customFetch } from 'jose';

export type IssuerKeys = ReturnType<typeof createRemoteJWKSet>;

export interface KeyTimes {
  /** Refresh interval, after which keys removed by the issuer become invalid. */
  refreshMs?: number;
  /** Minimum time between two requests for unknown keys; a new key may be unknown for this long. */
  cooldownMs?: number;
}

export interface IssuerKeyCache {
  /** Cached keys, refreshed in the background when due. Rejects if no keys were ever loaded. */
  current(): Promise<IssuerKeys>;
  /** Reloads the keys because one is unknown. False during the cooldown; rejects if the issuer is unreachable. */
  refreshed(): Promise<boolean>;
}

/** Delay before a failed discovery is retried. */
const MAX_RETRY_DELAY_MS = 1000;
/** Timeout of a reload, and of discovery with the first load together. */
const TIMEOUT_MS = 5000;
/** Discovery documents and key sets have a few kilobytes. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

export function issuerKeys(issuer: string, { refreshMs, cooldownMs }: Required<KeyTimes>): IssuerKeyCache {
  let discovered: Promise<IssuerKeys> | undefined;
  let reloading: Promise<void> | undefined;
  /** The last request to the issuer: time of performance.now(), and its error. */
  let last: { at: number; failure: unknown } = { at: Number.NEGATIVE_INFINITY, failure: null };

  /** Concurrent callers share one request. */
  function reload(keys: IssuerKeys): Promise<void> {
    const finish = (failure: unknown) => {
      reloading = undefined;
      last = { at: performance.now(), failure };
    };
    reloading ??= keys.reload().then(
      () => finish(null),
      (error) => {
        finish(error);
        throw error;
      },
    );
    return reloading;
  }

  async function discoverAndLoad(): Promise<IssuerKeys> {
    const deadline = AbortSignal.timeout(TIMEOUT_MS);
    const keys = await discover(issuer, deadline);
    const aborted = new Promise<never>((_, reject) => {
      deadline.addEventListener('abort', () => reject(deadline.reason));
    });
    await Promise.race([reload(keys), aborted]);
    return keys;
  }

  function loadedKeys(): Promise<IssuerKeys> {
    discovered ??= discoverAndLoad().catch((error) => {
      // Without the delay, every invalid token would cause a request to the issuer.
      const forget = () => {
        discovered = undefined;
      };
      setTimeout(forget, Math.min(cooldownMs, MAX_RETRY_DELAY_MS)).unref();
      throw error;
    });
    return discovered;
  }

  const isPast = (durationMs: number) => performance.now() - last.at >= durationMs;

  return {
    async current() {
      const keys = await loadedKeys();
      // If the issuer is unreachable, cached keys stay valid; the next token after the cooldown retries.
      if (isPast(last.failure === null ? refreshMs : cooldownMs)) reload(keys).catch(() => undefined);
      return keys;
    },
    async refreshed() {
      const keys = await loadedKeys();
      if (reloading === undefined && !isPast(cooldownMs)) {
        if (last.failure !== null) throw last.failure;
        return false;
      }
      await reload(keys);
      return true;
    },
  };
}

async function discover(issuer: string, signal: AbortSignal): Promise<IssuerKeys> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await boundedFetch(url, { signal, redirect: 'error' });
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  const metadata = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
  // Prevents one issuer from impersonating another (OpenID Connect Discovery, section 4.3).
  if (metadata.issuer !== issuer) throw new Error(`${url} names a different issuer`);
  const keysUrl = new URL(String(metadata.jwks_uri));
  // Keys fetched without TLS could be replaced in transit.
  if (keysUrl.protocol !== new URL(issuer).protocol)
    throw new Error(`${keysUrl} must use the same protocol as the issuer`);
  // Disables jose's own refresh, which uses the system clock.
  const never = Number.POSITIVE_INFINITY;
  return createRemoteJWKSet(keysUrl, {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: never,
    cacheMaxAge: never,
    [customFetch]: boundedFetch,
  });
}

/** Rejects if the body has more than `MAX_RESPONSE_BYTES`. */
async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new Error(`${url} returned more than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), response);
}
