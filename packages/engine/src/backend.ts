/**
 * Port of search backends: opens search spaces, runs their queries and changes their content.
 *
 * Content is split by capability. An adapter returns null for a capability it does not have, so that no operation
 * silently does less.
 */
import type { SearchSpace } from './api.ts';
import type { DocumentInput, RankingOperations, Runs, WritableSpace } from './writable-space.ts';

/** A search backend. Its spaces have the query interface of the engine. */
export interface Backend {
  /** Names of the existing spaces, sorted. */
  names(): Promise<string[]>;
  /** Returns undefined if there is no space of this name. Rejects if the space cannot be opened. */
  space(name: string): Promise<SearchSpace | undefined>;
  /** Reason why the backend cannot serve queries now; undefined if it can. */
  unavailableReason(): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Writes documents. A resolved write is durable and visible to the next query. If a batch has several documents with one
 * id, the last valid document wins; if the engine rejects it, all documents with this id are rejected.
 */
export type DocumentOperations = Pick<WritableSpace, 'put' | 'delete' | 'deleteAll'>;

/** Reads the original content, exactly as it was written. */
export interface Originals extends Pick<WritableSpace, 'stored'> {
  /**
   * Returns up to `count` documents after the one with the id `after`, in a fixed but unspecified order; from the first if
   * absent. The document `after` may be deleted.
   */
  list: WritableSpace['list'];
  /** All documents, in unspecified order. */
  all(): AsyncIterable<DocumentInput>;
  /** Binary record of the thesaurus, see `thesaurusParts` of `query`; undefined without a thesaurus. */
  thesaurus(): Promise<Uint8Array | undefined>;
}

/** Lists, replaces and removes the parts of the thesaurus. */
export type ThesaurusOperations = Pick<WritableSpace, 'replaceThesaurus' | 'removeThesaurus' | 'thesauri'>;

/** Trains the concept tagger. */
export type TrainingOperations = Pick<WritableSpace, 'train'>;

/** Content operations that the backend of a space supports. */
export interface SpaceContent {
  documents: DocumentOperations;
  /** Shared by all servers that use the space. Null if the backend cannot list its documents. */
  runs: Runs | null;
  /** Null if the backend does not store the originals. */
  originals: Originals | null;
  /** Null if another service manages the thesaurus. */
  thesaurus: ThesaurusOperations | null;
  /** Null if the backend trains automatically or never. */
  trainer: TrainingOperations | null;
  /** Null if the ranking is configured with the backend. */
  ranking: RankingOperations | null;
}

/** A backend whose content this server can change. */
export interface WritableBackend extends Backend {
  /** The content of a space. With `create`, creates the space if it does not exist. */
  content(name: string, options?: { create?: boolean }): Promise<SpaceContent | undefined>;
}

export type BackendErrorKind =
  /** No connection, or it broke before the response was complete. */
  | 'unreachable'
  /** The service reports overload. */
  | 'overloaded'
  | 'timeout'
  /** The response is unreadable, partial or a redirect. */
  | 'malformed'
  | 'too-large'
  /** The service reports an internal error. */
  | 'server-error'
  /** The service rejects the credentials. */
  | 'credentials'
  /** The service rejects this request. */
  | 'rejected'
  /** The service does not have the space. */
  | 'unknown-space'
  /** The index layout is older than this version of the server. */
  | 'outdated';

export interface BackendErrorDetails {
  /** Error code of the operating system, such as `ECONNREFUSED`. */
  code?: string | undefined;
  /** `Retry-After` header of the service. */
  retryAfter?: string | undefined;
}

/** Thrown by the adapters. The message is for the log only: it may contain the address and the message of the service. */
export class BackendError extends Error {
  override readonly name = 'BackendError';
  readonly kind: BackendErrorKind;
  readonly code: string | undefined;
  readonly retryAfter: string | undefined;
  constructor(kind: BackendErrorKind, message: string, { code, retryAfter }: BackendErrorDetails = {}) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Kind of an HTTP error response. */
export function kindOfStatus(status: number): BackendErrorKind {
  if (status === 401 || status === 403) return 'credentials';
  if (status === 404) return 'unknown-space';
  if (status === 429 || status === 503) return 'overloaded';
  if (status === 504) return 'timeout';
  return status >= 500 ? 'server-error' : 'rejected';
}

/** True for errors that affect the service as a whole; the others concern a single request. */
export function isServiceFailure(error: unknown): boolean {
  return (
    error instanceof BackendError &&
    ['unreachable', 'overloaded', 'timeout', 'server-error'].includes(error.kind)
  );
}

/** A backend that stores its spaces in the data directory. */
export interface LocalBackend extends WritableBackend {
  /** Deletes a space with its files, even if it cannot be opened. Resolves to false if there is no such space. */
  deleteSpace(name: string): Promise<boolean>;
}
