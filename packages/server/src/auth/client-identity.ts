/** Client identity used for fair-share limits on scarce resources. */
import type { Access } from './permission.ts';

/** The token ID, or the subject if the token has none. Empty for unauthenticated clients, which share one identity. */
export function clientIdentity(access: Access | undefined): string {
  return access ? (access.jti ?? access.subject) : '';
}
