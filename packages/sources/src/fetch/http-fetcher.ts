/** Fetcher over HTTP with limits of time and size; rejects private networks unless they are allowed. */
import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { readDate } from '@semantic-search/query/dates';
import type { Got, Response } from 'got';
import { FetchError, type Fetched, type Fetcher, type FetchRequest, mediaTypeOf } from './fetcher.ts';

export interface HttpFetcherOptions {
  userAgent: string;
  /** Whether loopback and private addresses may be requested. */
  allowPrivateNetworks?: boolean;
  /** Additional headers, such as `Authorization`, sent to `headerOrigins` only. */
  headers?: Record<string, string>;
  headerOrigins?: ReadonlySet<string>;
  /** Milliseconds for a whole request; a slower request fails. */
  timeoutMs?: number;
  /** Replaces the name resolution of the system. */
  lookup?: typeof lookup;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_HEADER_BYTES = 32 * 1024;

export function httpFetcher(options: HttpFetcherOptions): Fetcher {
  const { userAgent, timeoutMs = DEFAULT_TIMEOUT_MS, allowPrivateNetworks = false } = options;
  const settings = {
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { request: timeoutMs },
    maxHeaderSize: MAX_HEADER_BYTES,
    headers: {
      'user-agent': userAgent,
      accept: 'text/html,application/xhtml+xml,application/pdf;q=0.9,application/xml;q=0.9,*/*;q=0.1',
    },
  };
  let client: Got | undefined;
  return {
    async fetch(request) {
      try {
        // Loaded with the first request: the crawl of a folder needs neither an HTTP client nor private networks.
        const { publicLookup, requirePublicHost } = await import('./private-networks.ts');
        if (!allowPrivateNetworks) requirePublicHost(request.address);
        const isTrusted = options.headerOrigins?.has(new URL(request.address).origin);
        const headers = isTrusted ? options.headers : undefined;
        const dnsLookup = allowPrivateNetworks ? undefined : publicLookup(options.lookup);
        client ??= (await import('got')).default.extend({ ...settings, dnsLookup });
        const send = () => receive(client!, request, headers);
        return await send().catch((error) => (isConnectionReset(error) ? send() : Promise.reject(error)));
      } catch (error) {
        throw fetchError(error, request.signal);
      }
    },
  };
}

async function receive(client: Got, request: FetchRequest, headers: HttpFetcherOptions['headers']) {
  const { address, etag, lastModified, maxBytes, truncates = false, signal } = request;
  const stream = client.stream(address, {
    signal,
    headers: { ...headers, 'if-none-match': etag, 'if-modified-since': lastModified },
  });
  // `once` and the iterator listen for errors only while they wait. A body that is not needed is not read to its end.
  stream.on('error', () => undefined);
  try {
    const [response] = (await once(stream, 'response')) as [Response];
    const fetched = withoutBody(response, address);
    const isRead = fetched.status === 200 || (request.readsErrors && fetched.status >= 400);
    if (!isRead || !request.accepts(mediaTypeOf(fetched.contentType))) return fetched;
    if (Number(response.headers['content-length']) > maxBytes && !truncates)
      throw FetchError.tooLarge(maxBytes);
    const chunks: Uint8Array[] = [];
    let length = 0;
    // Decompressed bytes, which may be thousands of times the transferred bytes.
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) break;
    }
    if (length > maxBytes && !truncates) throw FetchError.tooLarge(maxBytes);
    return { ...fetched, body: Buffer.concat(chunks, Math.min(length, maxBytes)) };
  } finally {
    stream.destroy();
  }
}

function withoutBody({ statusCode, headers, rawHeaders }: Response, address: string): Fetched {
  // Node decodes the bytes of addresses as Latin-1, but most servers send UTF-8.
  const escaped = (text: string) => text.replaceAll(/[\x80-\xff]/g, (byte) => escape(byte));
  return {
    status: statusCode,
    contentType: headers['content-type'] ?? '',
    location: headers.location && URL.parse(escaped(headers.location), address)?.href,
    etag: headers.etag,
    lastModified: headers['last-modified'],
    // Names and values alternate.
    robotsTags: rawHeaders.filter((_, i) => i % 2 === 1 && /^x-robots-tag$/i.test(rawHeaders[i - 1]!)),
    link: escaped([headers.link].flat().join(', ')),
    retryAfter: secondsUntil(headers['retry-after']),
    body: new Uint8Array(),
  };
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). */
function secondsUntil(retryAfter = ''): number | undefined {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const date = readDate(retryAfter);
  return date && Math.max(0, (date.start - Date.now()) / 1000);
}

/** A server may close a kept connection while a request is under way (RFC 9112, section 9.3.1). */
const isConnectionReset = ({ code = '' }: NodeJS.ErrnoException) => ['ECONNRESET', 'EPIPE'].includes(code);

/** The FetchError for a failure; the error itself if the signal is aborted. */
function fetchError(error: unknown, signal: AbortSignal): unknown {
  // An error of the lookup is the cause of the client's error.
  const ownError = [error, (error as Error).cause].find((candidate) => candidate instanceof FetchError);
  if (ownError) return ownError;
  if (signal.aborted) return error;
  return new FetchError('unreachable', (error as Error).message, { cause: error });
}
