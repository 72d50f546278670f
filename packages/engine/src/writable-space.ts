/** Public interface for writing to a search space: documents, thesaurus, training. */
import type { ThesaurusContent, ThesaurusPart, ThesaurusReport } from '@semantic-search/query';
import type { CompleteRankingSettings, RankingSettings, SearchSpace } from './api.ts';

/** A heading with an anchor and the text up to the next one. */
export interface DocumentSection {
  /** Fragment of the page's address, without `#`. */
  anchor: string;
  heading: string;
  /** Heading level, 1 to 6. */
  level: number;
  /** Importance of the heading: by default 7 for level 1 to 2 for level 6. */
  weight?: number;
  text: string;
}

/**
 * A document to write. All other members are attributes: a string, number or boolean, or a list of
 * strings or numbers. Attributes become facets, and their words are searched.
 */
export interface DocumentInput {
  /** Any well-formed string; the server requires a URI. */
  id: string;
  title?: string;
  /** A summary; searched. */
  description?: string;
  /** The full text; searched. */
  text?: string;
  /** Parts of `text` by headings. Headings count more than other text. Without `text`, these are the text. */
  sections?: DocumentSection[];
  link?: string;
  /** ISO 8601, or milliseconds since 1970. */
  date?: string | number | null;
  image?: string | null;
  /** BCP 47; detected if absent or invalid. */
  language?: string | null;
  type?: string;
  /** URIs or labels of concepts. If absent, the engine tags the document with concepts extracted from its text. */
  subjects?: string[];
  /** Embedding of the document, any length but zero; used if the space has `EmbeddingSettings`. */
  embedding?: number[];
  [attribute: string]: unknown;
}

/** Embeddings of a search space. */
export interface EmbeddingSettings {
  /** Identifies the model. Embeddings of another model are removed when the space is opened. */
  model: string;
  dimensions: number;
  /** Weight of the similarity in the ranking, from 0 to 1; the rest is the weight of the words. */
  weight: number;
  /** Whether the embeddings of documents without one are computed, see `WritableSpace.addEmbeddings`. */
  computed: boolean;
}

/** A document that needs an embedding. */
export interface DocumentToEmbed {
  /** Changes whenever the document is written. */
  key: number;
  text: string;
}

/** A document in a list of all documents. */
export interface ListedDocument {
  id: string;
  /** Content hash, see `contentHash`. */
  hash: string;
  /** Time of the last write in milliseconds since 1970; null if a previous version of the engine wrote it. */
  written: number | null;
}

/** Averages over documents of precision, recall and F1 of the five best extracted concepts, from 0 to 1. */
export interface Measures {
  /** Number of documents measured. */
  documents: number;
  precision: number;
  recall: number;
  f1: number;
}

/** Quality of a trained concept model, measured by cross-validation on documents left out of training. */
export interface TrainingReport extends Measures {
  /** Number of tagged documents used for training. */
  documents: number;
  /** By declared language of the documents, '' if they declare none; most documents first. */
  languages: (Measures & { language: string })[];
}

/** A synchronization run: a client writes all documents of its source again; completion removes all others. */
export interface SpaceRun {
  id: string;
  /** Milliseconds since 1970. */
  started: number;
  /** Time of the last request in milliseconds since 1970. */
  touched: number;
  /** Whether the run contained lines without a readable id, whose documents would be removed. */
  hasUnreadable: boolean;
  /** Number of documents that the completion removed; null until then. */
  removed: number | null;
}

/** The runs of a space. Only the latest one is stored. Readers never see it. */
export interface Runs {
  latestRun(): Promise<SpaceRun | undefined>;
  /** Replaces the latest run. */
  startRun(run: SpaceRun): Promise<void>;
  /** Records documents that the run contains. Resolves to false unless the run is the latest one and not complete. */
  addToRun(id: string, part: { documents: string[]; hasUnreadable: boolean }): Promise<boolean>;
  /** Content hashes of documents; undefined for missing documents. */
  hashes(ids: string[]): Promise<(string | undefined)[]>;
  /**
   * Number of documents whose ids begin with `prefix` (by default all), and how many of them are missing: the run does not
   * contain them, and they were written before it started.
   */
  countMissing(id: string, prefix?: string): Promise<{ documents: number; missing: number }>;
  /** Removes the missing documents. Resolves to the number of removed documents; 0 if another run is the latest. */
  removeMissing(id: string, prefix?: string): Promise<number>;
  completeRun(id: string, removed: number): Promise<void>;
  /** Forgets the run. Resolves to false if another run is the latest. */
  abandonRun(id: string): Promise<boolean>;
}

export interface RankingOperations {
  /** The stored settings, and what applies: `effective` has the default values, too. */
  ranking(): Promise<{ settings: RankingSettings; effective: CompleteRankingSettings }>;
  /** Replaces the stored settings. They apply to the next search. */
  replaceRanking(settings: RankingSettings): Promise<void>;
}

/**
 * A search space that can be written to.
 *
 * A resolved write is durable and visible to the next query. Writes run one after another, in the order of the calls.
 * A write that fails on disk rejects with a `StorageError` and changes nothing.
 */
export interface WritableSpace extends SearchSpace, Runs, RankingOperations {
  /** Adds or replaces documents. Reports invalid documents by their index and writes all others. */
  put(
    documents: DocumentInput[],
  ): Promise<{ accepted: number; refused: { index: number; message: string }[] }>;
  /** Resolves to false if there is no such document. */
  delete(id: string): Promise<boolean>;
  /** Deletes documents in one transaction. Resolves to whether each of them existed. */
  deleteAll(ids: string[]): Promise<boolean[]>;
  /** Returns up to `count` documents after the one with the id `after`, in a fixed order of ids; from the first if absent. */
  list(after: string | undefined, count: number): Promise<ListedDocument[]>;
  /** Returns the document as it was written. */
  stored(id: string): Promise<DocumentInput | undefined>;
  /**
   * Replaces one part of the thesaurus, by default `main`. Statements need no media type. Rejects with
   * `invalid-thesaurus` or `thesaurus-too-large` and changes nothing.
   */
  replaceThesaurus(content: ThesaurusContent, mediaType: string, part?: string): Promise<ThesaurusReport>;
  /** Removes one part of the thesaurus. Resolves to false if there is no such part. */
  removeThesaurus(part: string): Promise<boolean>;
  /** The parts of the thesaurus: `main` first, then by name. */
  thesauri(): Promise<ThesaurusPart[]>;
  /**
   * Trains the concept model on the documents that were written with subjects, and measures its quality. Queries and
   * writes continue meanwhile. Rejects with `nothing-to-learn` if there are too few such documents.
   */
  train(): Promise<TrainingReport>;
  /**
   * Returns up to `count` documents whose embeddings are to be computed; empty if none remain or the space computes none.
   * Indexes embeddings that came with earlier documents first.
   */
  documentsToEmbed(count: number): Promise<DocumentToEmbed[]>;
  /** Indexes computed embeddings, null for documents that cannot have one. Ignores documents changed since. */
  addEmbeddings(computed: { key: number; embedding: Float32Array | null }[]): Promise<void>;
  /** Saves a snapshot of the index and releases the lock. Later calls of other methods reject with `storage-closed`. */
  close(): Promise<void>;
}
