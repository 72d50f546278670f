/** API errors: the rejection reason of a failed call. */
import type { FieldError, Problem, ProblemCode } from '@semantic-search/contract';

/** Problem code of the server, `unreachable` without a response, `unreadable` for an unexpected body. */
export type ApiErrorCode = ProblemCode | 'unreachable' | 'unreadable';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** Description of this occurrence. */
  readonly detail: string;
  readonly requestId: string | null;
  /** Seconds to wait before a retry, from `Retry-After`. */
  readonly retryAfter: number | null;
  /** Invalid members of the request. */
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

/** Error of a response with a status of 400 or above: a problem (RFC 9457), or any body of an intermediary. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { type, title, detail, errors }: Partial<Problem> = (await response.json().catch(() => null)) ?? {};
  const code = /\/problems\/([a-z-]+)$/.exec(String(type))?.[1] as ProblemCode | undefined;
  const description = [detail, title].find((text) => typeof text === 'string');
  return new ApiError({
    status: response.status,
    code: code ?? 'unreadable',
    detail: description ?? `The service returned status ${response.status}.`,
    requestId: response.headers.get('x-request-id'),
    retryAfter: secondsUntil(response.headers.get('retry-after')),
    errors: Array.isArray(errors) ? errors : [],
  });
}

/** Browsers read other dates differently, or in their own time zone. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** `Retry-After` holds seconds or an HTTP date (RFC 9110, section 10.2.3). */
function secondsUntil(retryAfter: string | null): number | null {
  if (!retryAfter) return null;
  if (/^\d+$/.test(retryAfter)) return Number.isFinite(Number(retryAfter)) ? Number(retryAfter) : null;
  const milliseconds = HTTP_DATE.test(retryAfter) ? Date.parse(retryAfter) - Date.now() : Number.NaN;
  return Number.isNaN(milliseconds) ? null : Math.max(0, Math.round(milliseconds / 1000));
}
