/** Fetcher port of all sources: requests one address, without following redirects. */

export interface FetchRequest {
  address: string;
  /** Entity tag and date of the known version (RFC 9110, section 13). */
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** Whether to read the body of a successful response with this media type. */
  accepts(mediaType: string): boolean;
  maxBytes: number;
  /** Whether to read the body of a response with an error status too. */
  readsErrors?: boolean;
  /** Whether to cut off a longer body instead of throwing. */
  truncates?: boolean;
  signal: AbortSignal;
}

export interface Fetched {
  status: number;
  /** Media type with parameters; empty if unknown. */
  contentType: string;
  /** Absolute target address of a redirection. */
  location?: string | undefined;
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** Values of the `X-Robots-Tag` headers. The name of a crawler before a rule counts for its own value only. */
  robotsTags?: readonly string[] | undefined;
  /** Value of the `Link` header. */
  link?: string | undefined;
  /** Seconds to wait before the next request. */
  retryAfter?: number | undefined;
  /** Empty if the media type was not accepted. */
  body: Uint8Array;
}

export interface Fetcher {
  /** Throws FetchError. */
  fetch(request: FetchRequest): Promise<Fetched>;
}

export type FetchErrorCode = 'unreachable' | 'too-large' | 'private-network' | 'damaged' | 'generated';

export class FetchError extends Error {
  readonly code: FetchErrorCode;
  constructor(code: FetchErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FetchError';
    this.code = code;
  }

  static tooLarge(maxBytes: number): FetchError {
    return new FetchError('too-large', `larger than ${maxBytes / 1024 / 1024} MiB`);
  }
}

export function mediaTypeOf(contentType: string): string {
  return contentType.split(/[;,]/, 1)[0]!.trim().toLowerCase();
}
