/** Help for each problem type: what it means and what a client can do. */
import type { ProblemCode } from './problem.ts';

export interface ProblemHelp {
  meaning: string;
  /** What the client, or the operator of the server, can do. */
  action: string;
}

/** Shown at `/problems/<code>` and in the reference. Text in backticks is code. */
export const problemHelp: Record<ProblemCode, ProblemHelp> = {
  'bad-request': {
    meaning:
      'The server cannot read the request, or a member or parameter of it is missing, unknown or outside its range.',
    action:
      'Correct what `detail` says. `errors` lists every invalid member with the allowed values. Do not repeat the request unchanged.',
  },
  unauthorized: {
    meaning:
      'The request has no token, or the token is malformed, expired, not yet valid, wrongly signed, revoked, or meant for another audience or issuer.',
    action:
      'Send `Authorization: Bearer TOKEN` with a valid token. The header `WWW-Authenticate` says what is wrong with the token. Issue a new one if it has expired.',
  },
  forbidden: {
    meaning:
      'The token is valid, but lacks the scope, does not list the configuration or search space, or is not meant for the origin of the page.',
    action:
      'Use a token with the scope that `WWW-Authenticate` names, or with the configuration, search space or origin that `detail` names. `GET /api/token` describes your token.',
  },
  'not-found': {
    meaning: 'The path, configuration, search space, document, run or token does not exist.',
    action:
      'Check the path and the ID. Configuration IDs are integers from 1 and are never reused. URL-encode document URIs.',
  },
  'method-not-allowed': {
    meaning: 'The resource exists but does not support this method.',
    action:
      'Use one of the methods in the header `Allow`. A search space on a remote service may be read-only.',
  },
  'not-acceptable': {
    meaning: 'The `Accept` header excludes every media type that the operation can return.',
    action: 'Leave `Accept` out, or accept `application/json`.',
  },
  conflict: {
    meaning:
      'The request does not fit the current state. Completing a run would remove more than half of the documents, or the run contained documents without a readable ID. Or a search space has too few documents with subjects for training.',
    action:
      'Check the source of the documents and start the run again. If the removal is intended, complete the run with `force=true`. Before training, add documents with subjects.',
  },
  'precondition-failed': {
    meaning: 'The configuration has changed since you read it: the `ETag` in `If-Match` is stale.',
    action: 'Read the configuration again, repeat your change and send its new `ETag`.',
  },
  'content-too-large': {
    meaning: 'The body, or one line of an upload, is larger than the limit of the operation.',
    action:
      'Send less: fewer or shorter members, or split the documents. Upload many documents as NDJSON, whose total size is not limited.',
  },
  'unsupported-media-type': {
    meaning: 'The operation does not accept the media type or the encoding of the body.',
    action: 'Set `Content-Type` to one of the media types that `detail` lists.',
  },
  'unprocessable-content': {
    meaning: 'With `Prefer: handling=strict`, the request contained invalid settings. Nothing was saved.',
    action:
      'Correct the settings that `errors` lists. Without the header, the server saves the valid settings and reports the others.',
  },
  'too-many-requests': {
    meaning: 'The token or the client address has sent more requests than the operator allows per minute.',
    action:
      'Wait for the number of seconds in `Retry-After`. The headers `RateLimit` and `RateLimit-Policy` state the limit, the remaining requests and the reset time.',
  },
  'headers-too-large': {
    meaning: 'The request line and headers together are too long.',
    action: 'Send fewer or shorter headers and a shorter URL; remove cookies of other applications.',
  },
  'internal-error': {
    meaning: 'The server has an error that it did not expect.',
    action:
      'Search the log of the server for the request ID in `instance`, and report it to the operator. Reads can be repeated.',
  },
  'bad-gateway': {
    meaning: 'The service behind the search space failed or returned an invalid response.',
    action:
      'Repeat the request later. As the operator, look up the request ID in the log, which has the cause, and check the backend.',
  },
  'service-unavailable': {
    meaning:
      'The server cannot process the request now: the search space is overloaded, cannot be reached or needs a new import; a limit of uploads or memory is reached; the disk is full; or the keys of the token issuer cannot be read.',
    action:
      'If the response has `Retry-After`, repeat the request after that number of seconds. Otherwise the operator has to act: `detail` and the log say on what.',
  },
  'gateway-timeout': {
    meaning: 'The search backend did not respond before the timeout that the operator set.',
    action:
      'Repeat the request later, or simplify it. As the operator, check the load of the backend and `BACKEND_DEADLINE`.',
  },
};
