/** Download of a large file as a stream, which may take any time as long as bytes arrive. */
import got from 'got';
import { FetchError } from './fetcher.ts';
import { type HttpFetcherOptions, responseOf } from './http-fetcher.ts';
import { publicLookup, requirePublicHost } from './private-networks.ts';

export interface Download {
  /** With parameters; empty if it is not known. */
  contentType: string;
  /** Throws FetchError above the maximum size. Has to be read or returned. */
  content: AsyncIterable<Uint8Array>;
}

const STALL_MS = 30_000;

/** Follows redirects. Throws FetchError for every status except 200. */
export async function openDownload(
  address: string,
  { userAgent, allowPrivateNetworks = false }: Pick<HttpFetcherOptions, 'userAgent' | 'allowPrivateNetworks'>,
  maxBytes: number,
): Promise<Download> {
  if (!allowPrivateNetworks) requirePublicHost(address);
  const stream = got.stream(address, {
    headers: { 'user-agent': userAgent },
    timeout: { lookup: STALL_MS, connect: STALL_MS, response: STALL_MS, socket: STALL_MS },
    retry: { limit: 0 },
    maxRedirects: 5,
    throwHttpErrors: false,
    ...(!allowPrivateNetworks && {
      dnsLookup: publicLookup(),
      hooks: { beforeRedirect: [({ url }) => requirePublicHost(String(url))] },
    }),
  });
  const { statusCode, url, headers } = await responseOf(stream).catch((error: Error) => {
    throw new FetchError('unreachable', `${address}: ${error.message}`, { cause: error });
  });
  if (statusCode !== 200) {
    stream.on('error', () => undefined).destroy();
    throw new FetchError('unreachable', `${url}: HTTP status ${statusCode}`);
  }
  return { contentType: headers['content-type'] ?? '', content: limited(stream, maxBytes) };
}

async function* limited(stream: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<Uint8Array> {
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > maxBytes) throw new FetchError('too-large', `larger than ${maxBytes / 1024 / 1024} MiB`);
    yield chunk;
  }
}
