/** Query calls: one query of a search space as it passes through the interceptors to its adapter. */
import type { SearchSpace } from '@semantic-search/engine';
import { ProblemError } from '../errors/problem.ts';
import type { Backend } from './backend.ts';

export type QueryOperation = Exclude<keyof SearchSpace, 'facets'>;

/** The operations of a search space that requests call. */
export type SpaceQueries = Pick<SearchSpace, QueryOperation>;

/** Where a call comes from and goes to. */
export interface CallContext {
  /** Name of the search space. */
  space: string;
  /** Client identity for fair sharing; empty for internal calls. */
  client: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Time of `performance.now()` after which no response is useful. */
  deadline: number;
}

export interface Call extends CallContext {
  operation: QueryOperation;
  /** Without the signal. */
  arguments: readonly unknown[];
}

/** Rejects with a problem. */
export type Execute = (call: Call) => Promise<unknown>;

/** Runs before and after `next`, for all operations. */
export type Interceptor = (call: Call, next: Execute) => Promise<unknown>;

/** The first interceptor is the outermost. */
export function chain(interceptors: readonly Interceptor[], execute: Execute): Execute {
  return interceptors.reduceRight<Execute>((next, intercept) => (call) => intercept(call, next), execute);
}

/** The end of the chain: calls the adapter of the space. */
export function callSpace(backend: Pick<Backend, 'space'>): Execute {
  return async ({ space: name, operation, arguments: parameters, signal }) => {
    const space = await backend.space(name);
    if (!space) throw missingSpace(name);
    const run = space[operation] as (...parameters: unknown[]) => Promise<unknown>;
    return run(...parameters, signal);
  };
}

/** Visitors of a page repeat this error until the operator creates the space or names another, so it is logged rarely. */
function missingSpace(name: string): ProblemError {
  return new ProblemError('service-unavailable', `There is no search space "${name}".`);
}

/** The operations of one search space, executed through the chain. This list is the only one of all operations. */
export function queries(execute: Execute, context: CallContext): SpaceQueries {
  const run = <Result>(operation: QueryOperation, ...parameters: unknown[]) =>
    execute({ ...context, operation, arguments: parameters }) as Promise<Result>;
  return {
    describe: () => run('describe'),
    search: (query) => run('search', query),
    suggest: (query) => run('suggest', query),
    similar: (query) => run('similar', query),
    recommend: (query) => run('recommend', query),
    extract: (query) => run('extract', query),
    document: (id, options) => run('document', id, options),
  };
}
