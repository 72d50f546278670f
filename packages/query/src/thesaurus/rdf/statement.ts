/** RDF statement with the strings of its terms, and IDs of generated resources. */
import { hash } from 'node:crypto';

export interface Statement {
  /** Blank nodes are written `_:name`. */
  subject: string;
  predicate: string;
  object: string;
  isLiteral: boolean;
  /** Language tag of a literal; empty if there is none. */
  language: string;
}

/** Last part of the URI of a generated resource: a hash of its definition, so that an equal resource keeps its URI. */
export function stableId(definition: readonly string[]): string {
  return hash('sha256', JSON.stringify(definition), 'base64url').slice(0, 24);
}

export function relation(subject: string, predicate: string, object: string): Statement {
  return { subject, predicate, object, isLiteral: false, language: '' };
}
