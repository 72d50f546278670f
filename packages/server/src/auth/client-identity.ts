/** Who holds what there is too little of when many ask at once: each gets a share of it, however much they ask for. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Access } from './permission.ts';

const asking = new AsyncLocalStorage<Access>();

/** A token; the person where it has no id. Empty where nobody is known: those are one holder. */
export function clientIdentity(access: Access | undefined): string {
  return access ? (access.jti ?? access.subject) : '';
}

/** What is called from `work`, however far behind the request, can tell who asks. */
export function runAsClient<Result>(access: Access, work: () => Result): Result {
  return asking.run(access, work);
}

/** Empty where the service asks by itself. */
export function currentClient(): string {
  return clientIdentity(asking.getStore());
}
