/** Problems of requests without an acceptable token, with their challenge (RFC 6750, section 3). */
import { ProblemError } from './problem.ts';

/** The problem of a request without a token. */
export function missingToken(): ProblemError {
  const detail = 'The request requires the header Authorization: Bearer <access token>.';
  return new ProblemError('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** The problem of a token that is not accepted; `reason` is a sentence for the client, without a period. */
export function invalidToken(reason: string, cause?: unknown): ProblemError {
  const description = reason.replace(/["\\]/g, "'");
  const headers = { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${description}"` };
  return new ProblemError('unauthorized', `${reason}.`, { cause, headers });
}

/** The problem of a token without the scope, or of a request beyond the spaces, origins or filter of its token. */
export function insufficientScope(detail: string, scope: string): ProblemError {
  const headers = { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` };
  return new ProblemError('forbidden', detail, { headers });
}

/** The problem of an error of koa-jwt or `verifyEdDsa`; undefined for other errors. */
export function problemOfJwt(thrown: unknown): ProblemError | undefined {
  const { name, originalError } = (thrown ?? {}) as { name?: unknown; originalError?: unknown };
  if (name !== 'UnauthorizedError') return undefined;
  if (originalError instanceof ProblemError) return originalError;
  return invalidToken(rejectionReason(originalError), originalError);
}

/** The reason, from the message of jsonwebtoken or the claim that jose names. Jose rejects a time that is not a number. */
function rejectionReason(error: unknown): string {
  const { message = '', reason, claim: named } = (error ?? {}) as Partial<Record<string, string>>;
  const claim = reason === 'invalid' ? undefined : named;
  if (message === 'Token revoked') return 'The token was revoked';
  if (message === 'jwt expired' || claim === 'exp') return 'The token has expired';
  if (message === 'jwt not active' || claim === 'nbf') return 'The token is not valid yet (nbf)';
  if (message.startsWith('jwt issuer') || claim === 'iss') return 'The token is from another issuer';
  return 'The token is malformed or its signature is wrong';
}
