/** RDF statement with the strings of its terms, and how statements of a thesaurus are made. */
import { hash } from 'node:crypto';

export interface Statement {
  /** Blank nodes are written `_:name`. */
  subject: string;
  predicate: string;
  object: string;
  literal: boolean;
  /** Language tag of a literal; empty if there is none. */
  language: string;
}

/** Last part of the URI of a generated resource, by what defines the resource: 24 characters of a hash. */
export function stableId(definition: readonly string[]): string {
  return hash('sha256', JSON.stringify(definition), 'base64url').slice(0, 24);
}

/** The statement of a relation. */
export function link(subject: string, predicate: string, object: string): Statement {
  return { subject, predicate, object, literal: false, language: '' };
}
