/** Problem details: the format of every error response (RFC 9457, reference/http-api.md#errors). */
import Type, { type Static } from 'typebox';
import { closed, text } from './schema-parts.ts';

/** All problem types by code; `type` is `/problems/<code>`. */
export const problems = {
  'bad-request': { status: 400, title: 'Bad request' },
  unauthorized: { status: 401, title: 'Unauthorized: a valid access token is required' },
  forbidden: { status: 403, title: 'Forbidden: the token does not permit this operation' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'not-acceptable': { status: 406, title: 'Not acceptable' },
  conflict: { status: 409, title: 'Conflict: the request does not fit the state of the resource' },
  'precondition-failed': { status: 412, title: 'Precondition failed: the resource has changed' },
  'content-too-large': { status: 413, title: 'Content too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'unprocessable-content': { status: 422, title: 'Unprocessable content: some settings are invalid' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'Request header fields too large' },
  'internal-error': { status: 500, title: 'Internal server error' },
  'bad-gateway': { status: 502, title: 'Bad gateway: invalid response from the search backend' },
  'service-unavailable': { status: 503, title: 'Service unavailable' },
  'gateway-timeout': { status: 504, title: 'Gateway timeout: the search backend did not respond in time' },
} as const;
export type ProblemCode = keyof typeof problems;
export const problemCodes = Object.keys(problems) as ProblemCode[];

/** An invalid member of a request: its dotted path, the reason and the allowed values. */
export const FieldError = Type.Object(
  {
    key: text('Dotted path of the member, such as `filter.facetsToShow[2].title`; empty for the body.'),
    message: text('Why it is invalid, and the allowed values.'),
  },
  { ...closed, $id: 'MemberError' },
);
export type FieldError = Static<typeof FieldError>;

/** The body of every response with a status of 400 or above, sent as `application/problem+json`. */
export const Problem = Type.Object(
  {
    type: Type.Enum(
      problemCodes.map((code) => `/problems/${code}` as const),
      {
        description: `Identifies the problem; stable. Codes: ${problemCodes.map((code) => `\`${code}\` (${problems[code].status})`).join(', ')}.`,
      },
    ),
    title: text('A summary of the problem type, the same for every occurrence.'),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status.' }),
    detail: text('What went wrong in this request, and what is allowed.'),
    instance: text('The request id, also sent as X-Request-Id.'),
    errors: Type.Optional(
      Type.Array(FieldError, { description: 'Invalid members of the request, at most 1001.' }),
    ),
  },
  { $id: 'Problem' },
);
export type Problem = Static<typeof Problem>;
