/** Queries of a search space, each of which becomes one call of its backend. */
import type { DocumentScope, SearchSpace } from '@semantic-search/engine';

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

/** The context of a call that no client waits for. A call that `signal` aborts does not count as a failure of the space. */
export function internalCall(space: string, maxMs: number, signal = new AbortController().signal) {
  return { space, client: '', signal, deadline: performance.now() + maxMs };
}

export interface SpaceCall extends CallContext {
  operation: QueryOperation;
  /** Arguments without the signal. */
  arguments: readonly unknown[];
}

/** Makes a call and resolves to its result. Rejects with a problem. */
export type Execute = <Result>(call: SpaceCall) => Promise<Result>;

/** The operations of a search space within `scope`, which is part of each query, so that other scopes share no results. */
export function queries(execute: Execute, context: CallContext, scope?: DocumentScope): SpaceQueries {
  const call = <Result>(operation: QueryOperation, ...parameters: unknown[]) =>
    execute<Result>({ ...context, operation, arguments: parameters });
  const scoped = <Query extends object>(query: Query) => (scope ? { ...query, scope } : query);
  return {
    describe: () => call('describe'),
    unresolved: (rules) => call('unresolved', rules),
    search: (query) => call('search', scoped(query)),
    suggest: (query) => call('suggest', scoped(query)),
    similar: (query) => call('similar', scoped(query)),
    recommend: (query) => call('recommend', scoped(query)),
    extract: (query) => call('extract', scoped(query)),
    document: (id, options) => call('document', id, scoped(options)),
  };
}
