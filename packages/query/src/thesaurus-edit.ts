/** Edits of single concepts in the stored parts of a thesaurus, and its export as N-Triples. */
import { readThesaurusRecord } from './indexed-thesaurus.ts';
import { rdfType, skos } from './thesaurus/rdf/rdf-terms.ts';
import { relation, type Statement } from './thesaurus/rdf/statement.ts';
import { textStatement, thesaurusStatements } from './thesaurus/skos/thesaurus-statements.ts';
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

/** Returns the changed parts in N-Triples by name; empty without a concept. New statements go to `EDITS_PART`, old ones leave all parts. */
export function editConcept(record: Uint8Array | undefined, edit: ConceptEdit): Map<string, string> {
  const editedStatements = statementsOf(edit);
  const editedTriples = new Set(editedStatements.map(triple));
  const isKept = (statement: Statement) =>
    statement.subject !== edit.uri || !isEditable(statement) || editedTriples.has(triple(statement));
  const changed = new Map<string, string>();
  const storedTriples = new Set<string>();
  let edits: Statement[] = [];
  for (const { part, data } of partsWithData(record)) {
    const statements = [...thesaurusStatements(data, part.outside)];
    const keptStatements = statements.filter(isKept);
    for (const statement of keptStatements) storedTriples.add(triple(statement));
    if (part.name === EDITS_PART) edits = keptStatements;
    if (keptStatements.length < statements.length) changed.set(part.name, serialize(keptStatements));
  }
  const newStatements = editedStatements.filter((statement) => !storedTriples.has(triple(statement)));
  if (newStatements.length > 0) {
    const type = relation(edit.uri, rdfType, skos.concept);
    changed.set(EDITS_PART, serialize([...edits, type, ...newStatements]));
  } else if (changed.has(EDITS_PART) && !edits.some(isEditable)) changed.set(EDITS_PART, '');
  return changed;
}

const editablePredicates = new Set<string>([...skos.labels, skos.broader]);
const isEditable = ({ predicate }: Statement): boolean => editablePredicates.has(predicate);

function statementsOf({ uri: subject, labels, broader }: ConceptEdit): Statement[] {
  return [
    ...labels.map((label) => textStatement(subject, skos.labels[label.kind]!, label.text, label.language)),
    ...broader.map((object) => relation(subject, skos.broader, object)),
  ];
}

const serialize = (statements: readonly Statement[]): string => [...new Set(statements.map(triple))].join('');

/** A line of N-Triples. The escapes in JSON strings are also valid there. */
function triple({ subject, predicate, object, isLiteral, language }: Statement): string {
  const value = isLiteral ? `${JSON.stringify(object)}${language && `@${language}`}` : node(object);
  return `${node(subject)} <${predicate}> ${value} .\n`;
}

/** A URI in angle brackets; a blank node (`_:name`) has none. */
function node(name: string): string {
  return name.startsWith('_:') ? name : `<${name}>`;
}
