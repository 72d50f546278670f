/** API errors: rejection reasons of failed calls, and how to read one from a response. */
import type { FieldError, Problem, ProblemCode } from '@semantic-search/contract';

/** Problem code of the server, `unreachable` without a response, `unreadable` for an unexpected body. */
export type ApiErrorCode = ProblemCode | 'unreachable' | 'unreadable';

/** Rejection reason of every failed call, except an abort. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** Description of this occurrence. */
  readonly detail: string;
  /** ID of the request in the logs of the server; null without a response. */
  readonly requestId: string | null;
  /** Seconds to wait before a retry, from `Retry-After`. */
  readonly retryAfter: number | null;
  /** Invalid members of the request; empty for other errors. */
  readonly errors: readonly FieldError[];

  constructor(
    fields: Pick<ApiError, 'status' | 'code' | 'detail'> &
      Partial<Pick<ApiError, 'requestId' | 'retryAfter' | 'errors' | 'cause'>>,
  ) {
    super(fields.detail, { cause: fields.cause });
    this.status = fields.status;
    this.code = fields.code;
    this.detail = fields.detail;
    this.requestId = fields.requestId ?? null;
    this.retryAfter = fields.retryAfter ?? null;
    this.errors = fields.errors ?? [];
  }
}

/** The members of a `Response` that the client reads, so that a replacement of `fetch` needs no others. */
export type ApiResponse = Pick<Response, 'ok' | 'status' | 'json' | 'text' | 'body'> & {
  headers: Pick<Headers, 'get'>;
};

/** Error of a response with a status of 400 or above: a problem (RFC 9457), or any body of an intermediary. */
export async function errorOf(response: ApiResponse): Promise<ApiError> {
  const { type, title, detail, errors }: Partial<Problem> = (await response.json().catch(() => null)) ?? {};
  const code = /\/problems\/([a-z-]+)$/.exec(String(type))?.[1] as ProblemCode | undefined;
  const description = [detail, title].find((text) => typeof text === 'string');
  return new ApiError({
    status: response.status,
    code: code ?? 'unreadable',
    detail: description ?? `The service returned status ${response.status}.`,
    requestId: response.headers.get('x-request-id'),
    retryAfter: retryDelay(response.headers.get('retry-after')),
    errors: Array.isArray(errors) ? errors : [],
  });
}

/** The only format of dates that all browsers read in the same way, and in UTC. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Seconds until a retry: `Retry-After` holds seconds or an HTTP date (RFC 9110, section 10.2.3). Null if it is invalid. */
function retryDelay(retryAfter: string | null): number | null {
  if (!retryAfter) return null;
  if (/^\d+$/.test(retryAfter)) {
    const seconds = Number(retryAfter);
    // A number with more than 308 digits is infinite.
    return Number.isFinite(seconds) ? seconds : null;
  }
  const retryTime = HTTP_DATE.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  if (Number.isNaN(retryTime)) return null;
  return Math.max(0, Math.round((retryTime - Date.now()) / 1000));
}
