/** Problem details: the format of every error response (RFC 9457, reference/http-api.md#errors). */
import Type, { type Static } from 'typebox';
import * as t from './schema-parts.ts';

/**
 * All problem types by code; `type` is `/problems/<code>`. This address and the reference show what it means and what the client,
 * or the operator of the server, can do. Text in backticks is code.
 */
export const problems = {
  'bad-request': {
    status: 400,
    title: 'Bad request',
    meaning:
      'The server cannot read the request, or a member or parameter of it is missing, unknown or outside its range.',
    action:
      'Correct what `detail` says. `errors` lists every invalid member with the allowed values. Do not repeat the request unchanged.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized: a valid access token is required',
    meaning:
      'The request has no token, or the token is malformed, expired, not yet valid, wrongly signed, revoked, or meant for another audience or issuer.',
    action:
      'Send `Authorization: Bearer TOKEN` with a valid token. The header `WWW-Authenticate` says what is wrong with the token. Issue a new one if it has expired.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden: the token does not permit this operation',
    meaning:
      'The token is valid, but lacks the scope, does not list the configuration or search space, or is not meant for the origin of the page.',
    action:
      'Use a token with the scope that `WWW-Authenticate` names, or with the configuration, search space or origin that `detail` names. `GET /api/token` describes your token.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    meaning: 'The path, configuration, search space, document, run or token does not exist.',
    action:
      'Check the path and the ID. Configuration IDs are integers from 1 and are never reused. URL-encode document URIs.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The resource exists but does not support this method.',
    action:
      'Use one of the methods in the header `Allow`. A search space on a remote service may be read-only.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    meaning: 'The `Accept` header excludes every media type that the operation can return.',
    action: 'Leave `Accept` out, or accept `application/json`.',
  },
  conflict: {
    status: 409,
    title: 'Conflict: the request does not fit the state of the resource',
    meaning:
      'The request does not fit the current state. Completing a run would remove more than half of the documents, or the run contained documents without a readable ID. Or a search space has too few documents with subjects for training.',
    action:
      'Check the source of the documents and start the run again. If the removal is intended, complete the run with `force=true`. Before training, add documents with subjects.',
  },
  'precondition-failed': {
    status: 412,
    title: 'Precondition failed: the resource has changed',
    meaning: 'The configuration has changed since you read it: the `ETag` in `If-Match` is stale.',
    action: 'Read the configuration again, repeat your change and send its new `ETag`.',
  },
  'content-too-large': {
    status: 413,
    title: 'Content too large',
    meaning: 'The body, or one line of an upload, is larger than the limit of the operation.',
    action:
      'Send less: fewer or shorter members, or split the documents. Upload many documents as NDJSON, whose total size is not limited.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The operation does not accept the media type or the encoding of the body.',
    action: 'Set `Content-Type` to one of the media types that `detail` lists.',
  },
  'unprocessable-content': {
    status: 422,
    title: 'Unprocessable content: some settings are invalid',
    meaning: 'With `Prefer: handling=strict`, the request contained invalid settings. Nothing was saved.',
    action:
      'Correct the settings that `errors` lists. Without the header, the server saves the valid settings and reports the others.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    meaning: 'The token or the client address has sent more requests than the operator allows per minute.',
    action:
      'Wait for the number of seconds in `Retry-After`. The headers `RateLimit` and `RateLimit-Policy` state the limit, the remaining requests and the reset time.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request header fields too large',
    meaning: 'The request line and headers together are too long.',
    action: 'Send fewer or shorter headers and a shorter URL; remove cookies of other applications.',
  },
  'internal-error': {
    status: 500,
    title: 'Internal server error',
    meaning: 'The server has an error that it did not expect.',
    action:
      'Search the log of the server for the request ID in `instance`, and report it to the operator. Reads can be repeated.',
  },
  'bad-gateway': {
    status: 502,
    title: 'Bad gateway: invalid response from the search backend',
    meaning: 'The service behind the search space failed or returned an invalid response.',
    action:
      'Repeat the request later. As the operator, look up the request ID in the log, which has the cause, and check the backend.',
  },
  'service-unavailable': {
    status: 503,
    title: 'Service unavailable',
    meaning:
      'The server cannot process the request now: the search space is overloaded, cannot be reached or needs a new import; a limit of uploads or memory is reached; the disk is full; or the keys of the token issuer cannot be read.',
    action:
      'If the response has `Retry-After`, repeat the request after that number of seconds. Otherwise the operator has to act: `detail` and the log say on what.',
  },
  'gateway-timeout': {
    status: 504,
    title: 'Gateway timeout: the search backend did not respond in time',
    meaning: 'The search backend did not respond before the timeout that the operator set.',
    action:
      'Repeat the request later, or simplify it. As the operator, check the load of the backend and `BACKEND_DEADLINE`.',
  },
} as const;
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
  instance: t.text('The request id, also sent as X-Request-Id.'),
  errors: Type.Optional(t.list('Invalid members of the request, at most 1001.', FieldError)),
});
export type Problem = Static<typeof Problem>;
