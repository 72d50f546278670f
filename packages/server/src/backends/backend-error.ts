/** What can go wrong with a remote service, and the problem that a client is told: its space, never its address or words. */
import { ProblemError } from '../errors.ts';
import { rejectingWith } from './decorate.ts';

export type FaultKind =
  /** No connection, or it broke before the answer was whole. */
  | 'unreachable'
  /** Too many calls wait already, or the service said so of itself. */
  | 'overloaded'
  | 'slow'
  /** The answer cannot be read, leads elsewhere, or is not whole. */
  | 'garbled'
  | 'too-large'
  /** The service says that it failed. */
  | 'failing'
  /** The service does not take the credentials. */
  | 'credentials'
  /** The service does not take this request. */
  | 'refused'
  /** The service does not know the space. */
  | 'unknown-space'
  /** The space is kept there in a way that this version cannot search. */
  | 'outdated'
  /** Not asked: it failed too often just now. */
  | 'resting';

export interface FaultDetails {
  /** Of the system, where the call failed there. */
  code?: string | undefined;
  /** In how many seconds the service says that it may have an answer. */
  again?: number | undefined;
}

/** Raised within the adapter. The message is for the log: it may hold the address and the service's own words. */
export class BackendError extends Error {
  override readonly name = 'RemoteFault';
  readonly kind: FaultKind;
  readonly code: string | undefined;
  readonly again: number | undefined;
  constructor(kind: FaultKind, message: string, { code, again }: FaultDetails = {}) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.again = again;
  }
}

/** Faults that say the service as a whole is not well; the others are about one request. */
export function isTrouble(error: unknown): boolean {
  return (
    error instanceof BackendError && ['unreachable', 'overloaded', 'slow', 'failing'].includes(error.kind)
  );
}

/** When to come again where the service did not say. In seconds. */
const usualWait = 5;

/** The problem for a client. What is no fault of the remote service is passed on as it is. */
export function problemFor(error: unknown, space: string): unknown {
  if (!(error instanceof BackendError)) return error;
  const subject = `The search space "${space}"`;
  const about = { cause: error };
  switch (error.kind) {
    case 'slow':
      return new ProblemError('gateway-timeout', `${subject} did not answer in time.`, about);
    case 'unreachable':
      return new ProblemError('service-unavailable', `${subject} cannot be reached.`, about);
    case 'unknown-space':
      return new ProblemError('service-unavailable', `${subject} is not there.`, about);
    case 'outdated': {
      const remedy = 'put its thesaurus once more, which writes every document anew, or import it anew';
      return new ProblemError(
        'service-unavailable',
        `${subject} was written by an earlier version of this service: ${remedy}.`,
        about,
      );
    }
    case 'overloaded':
    case 'resting': {
      const headers = { 'Retry-After': String(error.again ?? usualWait) };
      return new ProblemError('service-unavailable', `${subject} cannot answer now.`, { ...about, headers });
    }
    default:
      return new ProblemError('bad-gateway', `${subject} could not answer.`, about);
  }
}

/** The same operations, with faults of what is remote told as problems of the space. */
export function inProblems<Operations extends object>(operations: Operations, space: string): Operations {
  return rejectingWith(operations, (error) => problemFor(error, space));
}
