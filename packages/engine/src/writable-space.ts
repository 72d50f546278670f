/** What can be written to a search space, and what is reported of it. Part of the face of the package: `api.ts`. */
import type { SearchSpace } from './api.ts';

/**
 * A document as it is written. `id` is any string (the server makes it a URI); `description` and `text` are both
 * searched, `text` is the full text where `description` is a summary; `subjects` are concept URIs. Any further
 * member is an attribute: string, number, boolean, or a list of strings or numbers.
 */
export interface DocumentInput {
  id: string;
  title?: string;
  description?: string;
  text?: string;
  link?: string;
  date?: string | number | null;
  image?: string | null;
  language?: string | null;
  type?: string;
  subjects?: string[];
  [attribute: string]: unknown;
}

/** What came of replacing a thesaurus. */
export interface ThesaurusReport {
  concepts: number;
  labels: number;
  languages: string[];
  /** Cycles cut, labels missing, concepts vanished and the like; at most 100. */
  warnings: string[];
}

/** Averages over documents: of the five best concepts found and the ones that the documents are tagged with. */
export interface Measures {
  /** How many documents they were measured on. */
  documents: number;
  precision: number;
  recall: number;
  f1: number;
}

/** What was learned from tagged documents, measured by cross-validation: on documents left out of learning. */
export interface TrainingReport extends Measures {
  /** Tagged documents learned from. */
  documents: number;
  /** By the language that documents say they are in, '' where they say none; most documents first. */
  languages: (Measures & { language: string })[];
}

/** A space that this process holds: it can be written to. A resolved write is durable and visible to the next question; one that the disk refuses rejects with a `StorageError`. */
export interface WritableSpace extends SearchSpace {
  /** Adds or replaces documents. A document that cannot be taken is reported and does not hold up the others. */
  put(
    documents: DocumentInput[],
  ): Promise<{ accepted: number; refused: { index: number; message: string }[] }>;
  /** True when there was such a document. */
  delete(id: string): Promise<boolean>;
  /** The document as it was written. */
  stored(id: string): Promise<DocumentInput | undefined>;
  /** Replaces the whole thesaurus; nothing changes when the content cannot be read (`invalid-thesaurus`). */
  replaceThesaurus(content: AsyncIterable<string | Uint8Array>, mediaType: string): Promise<ThesaurusReport>;
  /**
   * Learns from the documents that came with subjects how to tag others, and measures how well; questions are
   * answered and documents written meanwhile. Rejects with `nothing-to-learn` where these are too few.
   */
  train(): Promise<TrainingReport>;
  close(): Promise<void>;
}
