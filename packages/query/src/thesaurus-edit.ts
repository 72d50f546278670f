/** Edits of single concepts in the stored parts of a thesaurus, and its export as N-Triples. */
import { readThesaurusRecord } from './indexed-thesaurus.ts';
import { link, rdfType, type Statement, terms } from './thesaurus/rdf/rdf-terms.ts';
import { text, thesaurusStatements } from './thesaurus/skos/thesaurus-statements.ts';
import type { Label } from './thesaurus/thesaurus.ts';
import { partsWithData } from './thesaurus-parts.ts';

/** Name of the part with additions by edits, so that a new version of another part does not remove them. */
export const EDITS_PART = 'edits';

export interface ConceptEdit {
  uri: string;
  /** All labels of the concept after the edit. */
  labels: readonly Label[];
  /** URIs of all broader concepts after the edit. */
  broader: readonly string[];
}

/** All parts together, in N-Triples, which is Turtle too. Empty without a thesaurus. */
export function exportThesaurus(record: Uint8Array | undefined): string {
  return record ? serialize([...thesaurusStatements(readThesaurusRecord(record).data, [])]) : '';
}

/**
 * Returns the changed parts in N-Triples by name; a part without a concept is empty. New statements are added to
 * `EDITS_PART`; statements that the concept no longer has are removed from every part.
 */
export function editConcept(record: Uint8Array | undefined, edit: ConceptEdit): Map<string, string> {
  const missingStatements = new Map(statementsOf(edit).map((statement) => [triple(statement), statement]));
  const editedTriples = new Set(missingStatements.keys());
  const isKept = (statement: Statement) =>
    statement.subject !== edit.uri ||
    !editedPredicates.has(statement.predicate) ||
    editedTriples.has(triple(statement));
  const changed = new Map<string, string>();
  let edits: Statement[] = [];
  for (const { part, data } of partsWithData(record)) {
    const { name, outside } = part;
    const statements = [...thesaurusStatements(data, outside)];
    const keptStatements = statements.filter(isKept);
    for (const statement of keptStatements) missingStatements.delete(triple(statement));
    if (name === EDITS_PART) edits = keptStatements;
    if (keptStatements.length < statements.length) changed.set(name, serialize(keptStatements));
  }
  if (missingStatements.size > 0) {
    const type = link(edit.uri, rdfType, terms.concept);
    changed.set(EDITS_PART, serialize([...edits, type, ...missingStatements.values()]));
  } else if (changed.has(EDITS_PART) && !edits.some(isEdited)) changed.set(EDITS_PART, '');
  return changed;
}

const editedPredicates = new Set<string>([...terms.labels, terms.broader]);
const isEdited = ({ predicate }: Statement): boolean => editedPredicates.has(predicate);

function statementsOf({ uri: subject, labels, broader }: ConceptEdit): Statement[] {
  return [
    ...labels.map((label) => text(subject, terms.labels[label.kind]!, label.text, label.language)),
    ...broader.map((object) => link(subject, terms.broader, object)),
  ];
}

const serialize = (statements: readonly Statement[]): string => statements.map(triple).join('');

/** JSON has no escape that N-Triples lacks. */
function triple({ subject, predicate, object, literal, language }: Statement): string {
  const value = literal ? `${JSON.stringify(object)}${language && `@${language}`}` : `<${object}>`;
  return `<${subject}> <${predicate}> ${value} .\n`;
}
