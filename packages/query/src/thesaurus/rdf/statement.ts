/** RDF statement with the strings of its terms. */
export interface Statement {
  /** Blank nodes are written `_:name`. */
  subject: string;
  predicate: string;
  object: string;
  literal: boolean;
  /** Language tag of a literal; empty if there is none. */
  language: string;
}
