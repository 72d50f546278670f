/** Client identity used for fair-share limits on scarce resources. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Access } from './permission.ts';

const currentAccess = new AsyncLocalStorage<Access>();

/** The token ID, or the subject if the token has none. Empty for unauthenticated clients, which share one identity. */
export function clientIdentity(access: Access | undefined): string {
  return access ? (access.jti ?? access.subject) : '';
}

/** Makes the client identity available to all asynchronous calls within `work`. */
export function runAsClient<Result>(access: Access, work: () => Result): Result {
  return currentAccess.run(access, work);
}

/** Empty for internal calls without a client. */
export function currentClient(): string {
  return clientIdentity(currentAccess.getStore());
}
