/**
 * The backend port: where search spaces live, what answers their questions, and how their content is changed. Content
 * is split by what engines can and cannot do, so that no operation silently does less: an adapter that has no way to
 * do one says so by null.
 */
import type { DocumentInput, SearchSpace, WritableSpace } from '@semantic-search/engine';

/** A search engine behind the service. Its spaces speak the engine-neutral questions of the engine package. */
export interface Backend {
  /** Names of the spaces that there are, sorted. */
  names(): Promise<string[]>;
  /** The space of that name, or undefined when there is none. Rejects when it cannot be opened. */
  space(name: string): Promise<SearchSpace | undefined>;
  /** Why questions cannot be answered at the moment, or undefined when they can. */
  trouble(): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Documents that this service may change. A resolved write is durable and seen by the next question. Of several of one id
 * written at once the last one counts that is a document; where the engine refuses that one, it refuses all of them.
 */
export type DocumentWriter = Pick<WritableSpace, 'put' | 'delete'>;

/** Gives back what was written, to the letter. */
export interface Originals extends Pick<WritableSpace, 'stored'> {
  /** Every document, in no order that means something. */
  all(): AsyncIterable<DocumentInput>;
  /** The record of the thesaurus (`thesaurusRecordType`); undefined where there is none yet. */
  thesaurus(): Promise<Uint8Array | undefined>;
}

/** A thesaurus that this service may replace. */
export type ThesaurusWriter = Pick<WritableSpace, 'replaceThesaurus'>;

/** Learns how to tag documents. */
export type Learner = Pick<WritableSpace, 'train'>;

/** What of a space's content this service may touch. */
export interface SpaceContent {
  documents: DocumentWriter;
  /** Null where the engine keeps only what it searches in. */
  originals: Originals | null;
  /** Null where the thesaurus is kept elsewhere. */
  thesaurus: ThesaurusWriter | null;
  /** Null where the engine learns by itself, or not at all. */
  learner: Learner | null;
}

/** A backend whose content this service may change. */
export interface WritableBackend extends Backend {
  /** The content of a space; with `create` the space is made when there is none. */
  content(name: string, create: boolean): Promise<SpaceContent | undefined>;
}
