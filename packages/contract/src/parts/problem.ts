/** Problem details: the format of every error response (RFC 9457, reference/http-api.md#errors). */
import Type, { type Static } from 'typebox';
import * as t from './schema-parts.ts';

/** `meaning` is for the client and the operator alike, `action` says what they can do. */
const problem = (status: number, title: string, meaning: string, action: string) => {
  return { status, title, meaning, action };
};

/**
 * All problem types by code; `type` is `/problems/<code>`. This address and the reference show what it means and what the client,
 * or the operator of the server, can do. Text in backticks is code.
 */
export const problems = {
  'bad-request': problem(
    400,
    'Bad request',
    'The server cannot read the request, or a member or parameter of it is missing, unknown or outside its range.',
    'Correct what `detail` says. `errors` lists every invalid member with the allowed values. Do not repeat the request unchanged.',
  ),
  unauthorized: problem(
    401,
    'Unauthorized: a valid access token is required',
    'The request has no token, or the token is malformed, expired, not yet valid, wrongly signed, revoked, or meant for another audience or issuer.',
    'Send `Authorization: Bearer TOKEN` with a valid token. The header `WWW-Authenticate` says what is wrong with the token. Issue a new one if it has expired.',
  ),
  forbidden: problem(
    403,
    'Forbidden: the token does not permit this operation',
    'The token is valid, but lacks the scope, or does not list the configuration, the search space or the origin of the page.',
    'Use a token with the scope that `WWW-Authenticate` names, or with the configuration, search space or origin that `detail` names. `GET /api/token` describes your token.',
  ),
  'not-found': problem(
    404,
    'Not found',
    'The path, configuration, search space, document, run or token does not exist.',
    'Check the path and the ID. Configuration IDs are integers from 1 and are never reused. URL-encode document URIs.',
  ),
  'method-not-allowed': problem(
    405,
    'Method not allowed',
    'The resource exists but does not support this method.',
    'Use one of the methods in the header `Allow`. A search space on a remote service may be read-only.',
  ),
  'not-acceptable': problem(
    406,
    'Not acceptable',
    'The `Accept` header excludes every media type that the operation can return.',
    'Leave `Accept` out, or accept `application/json`.',
  ),
  conflict: problem(
    409,
    'Conflict: the request does not fit the state of the resource',
    'The request does not fit the current state. Completing a run would remove more than half of the documents, or the run contained documents without a readable ID. Or a search space has too few documents with subjects for training.',
    'Check the source of the documents and start the run again. If the removal is intended, complete the run with `force=true`. Before training, add documents with subjects.',
  ),
  'precondition-failed': problem(
    412,
    'Precondition failed: the resource has changed',
    'The configuration has changed since you read it: the `ETag` in `If-Match` is stale.',
    'Read the configuration again, repeat your change and send its new `ETag`.',
  ),
  'content-too-large': problem(
    413,
    'Content too large',
    'The body, or one line of an upload, is larger than the limit of the operation.',
    'Send less: fewer or shorter members, or split the documents. Upload many documents as NDJSON, whose total size is not limited.',
  ),
  'unsupported-media-type': problem(
    415,
    'Unsupported media type',
    'The operation does not accept the media type or the encoding of the body.',
    'Set `Content-Type` to one of the media types that `detail` lists.',
  ),
  'unprocessable-content': problem(
    422,
    'Unprocessable content: some settings are invalid',
    'With `Prefer: handling=strict`, the request contained invalid settings. Nothing was saved.',
    'Correct the settings that `errors` lists. Without the header, the server saves the valid settings and reports the others.',
  ),
  'too-many-requests': problem(
    429,
    'Too many requests',
    'The token or the client address has sent more requests than the operator allows per minute.',
    'Wait for the number of seconds in `Retry-After`. The headers `RateLimit` and `RateLimit-Policy` state the limit, the remaining requests and the reset time.',
  ),
  'headers-too-large': problem(
    431,
    'Request header fields too large',
    'The request line and headers together are too long.',
    'Send fewer or shorter headers and a shorter URL; remove cookies of other applications.',
  ),
  'internal-error': problem(
    500,
    'Internal server error',
    'The server has an error that it did not expect.',
    'Search the log of the server for the request ID in `instance`, and report it to the operator. Reads can be repeated.',
  ),
  'bad-gateway': problem(
    502,
    'Bad gateway: invalid response from the search backend',
    'The service behind the search space failed or returned an invalid response.',
    'Repeat the request later. As the operator, look up the request ID in the log, which has the cause, and check the backend.',
  ),
  'service-unavailable': problem(
    503,
    'Service unavailable',
    'The server cannot process the request now. The search space is overloaded, cannot be reached or needs a new import. Or a limit of uploads or memory is reached, the disk is full, or the keys of the token issuer cannot be read.',
    'If the response has `Retry-After`, repeat the request after that number of seconds. Otherwise the operator has to act: `detail` and the log say on what.',
  ),
  'gateway-timeout': problem(
    504,
    'Gateway timeout: the search backend did not respond in time',
    'The search backend did not respond before the timeout that the operator set.',
    'Repeat the request later, or simplify it. As the operator, check the load of the backend and `BACKEND_DEADLINE`.',
  ),
};
export type ProblemCode = keyof typeof problems;
export const problemCodes = Object.keys(problems) as ProblemCode[];

/** An invalid member of a request: its dotted path, the reason and the allowed values. */
export const FieldError = t.closedComponent('MemberError', {
  key: t.text('Dotted path of the member, such as `filter.facetsToShow[2].title`; empty for the body.'),
  message: t.text('Why it is invalid, and the allowed values.'),
});
export type FieldError = Static<typeof FieldError>;

/** The body of every response with a status of 400 or above, sent as `application/problem+json`. */
export const Problem = t.component('Problem', {
  type: t.choice(
    `Identifies the problem; stable. Codes: ${problemCodes.map((code) => `\`${code}\` (${problems[code].status})`).join(', ')}.`,
    problemCodes.map((code) => `/problems/${code}` as const),
  ),
  title: t.text('A summary of the problem type, the same for every occurrence.'),
  status: t.integer('The HTTP status.', t.range(400, 599)),
  detail: t.text('What went wrong in this request, and what is allowed.'),
  instance: t.text('The request ID, also sent as X-Request-Id.'),
  errors: Type.Optional(t.list('Invalid members of the request, at most 1001.', FieldError)),
});
export type Problem = Static<typeof Problem>;
