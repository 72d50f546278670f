/** Problems: the one shape of every error answer (RFC 9457, specification section 7). */
import Type, { type Static } from 'typebox';

/** One member of a request at fault: `key` is its dotted path, `message` says why and what would be allowed. */
export const FieldError = Type.Object(
  { key: Type.String(), message: Type.String() },
  { $id: 'MemberError', additionalProperties: false },
);
export type FieldError = Static<typeof FieldError>;

/** The body of every answer from 400 up, sent as `application/problem+json`. */
export const Problem = Type.Object(
  {
    type: Type.String({
      description: 'A URI reference that names the kind of problem; stable, see `problems`.',
    }),
    title: Type.String({ description: 'The kind of problem in words, the same for every occurrence.' }),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'What went wrong this time and what would be allowed.' }),
    instance: Type.String({ description: 'The request id, also sent as X-Request-Id.' }),
    errors: Type.Optional(Type.Array(FieldError)),
  },
  { $id: 'Problem' },
);
export type Problem = Static<typeof Problem>;

/** Every kind of problem that the service answers with, by its code; `type` is `/problems/<code>`. */
export const problems = {
  'bad-request': { status: 400, title: 'The request cannot be understood' },
  unauthorized: { status: 401, title: 'The request needs an acceptable access token' },
  forbidden: { status: 403, title: 'The token does not permit this' },
  'not-found': { status: 404, title: 'There is nothing here' },
  'method-not-allowed': { status: 405, title: 'This resource does not know the method' },
  'not-acceptable': { status: 406, title: 'No representation that the client accepts' },
  'precondition-failed': { status: 412, title: 'The resource has changed in the meantime' },
  'content-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The body is of a media type that is not taken here' },
  'unprocessable-content': { status: 422, title: 'Some settings are invalid' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'internal-error': { status: 500, title: 'The service failed' },
  'bad-gateway': { status: 502, title: 'The search backend answered badly' },
  'service-unavailable': { status: 503, title: 'The service is not available now' },
  'gateway-timeout': { status: 504, title: 'The search backend was too slow' },
} as const;
export type ProblemCode = keyof typeof problems;
