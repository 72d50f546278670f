/** RDF statements of a built thesaurus, from which several thesauri can be combined. */
import { listAt, textAt } from '../../collections/shared-arrays.ts';
import { rdfType, skos } from '../rdf/rdf-terms.ts';
import { relation, type Statement } from '../rdf/statement.ts';
import type { ThesaurusData } from '../thesaurus.ts';
import { isPlaceholderLabel } from './skos-builder-labels.ts';
import { ENTITY } from './skos-collector.ts';

/** A relation from or to something that is not a concept of this thesaurus: subject, predicate and object as URIs. */
export type OutsideLink = [string, string, string];

/** Statements from which `SkosCollector` and `buildThesaurus` make the same thesaurus again. */
export function* thesaurusStatements(
  data: ThesaurusData,
  outside: readonly OutsideLink[],
): Iterable<Statement> {
  const uris = Array.from({ length: data.uris.starts.length - 1 }, (_, i) => textAt(data.uris, i));
  // Types first, so that all resources keep their order.
  for (const [i, subject] of uris.entries()) yield relation(subject, rdfType, typeOf(data, i));
  for (const [i, subject] of uris.entries()) {
    yield* labelStatements(data, i, subject);
    if (i < data.size) yield* conceptStatements(data, i, uris);
    else yield* groupStatements(data, i - data.size, subject, uris);
  }
  for (const [subject, predicate, object] of outside) yield relation(subject, predicate, object);
}

function typeOf({ size, groupKinds }: ThesaurusData, resource: number): string {
  if (resource < size) return skos.concept;
  return groupKinds[resource - size] === 'scheme' ? skos.scheme : skos.collection;
}

function* labelStatements(data: ThesaurusData, resource: number, subject: string): Iterable<Statement> {
  const [begin, end] = [data.labelStarts[resource]!, data.labelStarts[resource + 1]!];
  for (let i = begin; i < end; i++) {
    const label = textAt(data.labels, i);
    // Another part of the thesaurus may have a label for a resource that has none in this one.
    const isPlaceholder = end - begin === 1 && isPlaceholderLabel(label, subject);
    const predicate = isPlaceholder ? skos.fallbackLabel : skos.labels[data.labelKinds[i]!]!;
    yield textStatement(subject, predicate, label, languageAt(data, data.labelLanguages, i));
  }
}

/** Notes, relations and deprecation. */
function* conceptStatements(data: ThesaurusData, concept: number, uris: string[]): Iterable<Statement> {
  const subject = uris[concept]!;
  for (let i = data.noteStarts[concept]!; i < data.noteStarts[concept + 1]!; i++)
    yield textStatement(subject, skos.note, textAt(data.notes, i), languageAt(data, data.noteLanguages, i));
  for (const [predicate, lists] of [
    [skos.broader, data.broader],
    [skos.related, data.related],
    [skos.replacedBy, data.replacedBy],
  ] as const)
    for (const object of listAt(lists, concept)) yield relation(subject, predicate, uris[object]!);
  if (data.deprecated[concept] === 1) yield textStatement(subject, skos.deprecated, 'true', '');
}

function* groupStatements(
  data: ThesaurusData,
  group: number,
  subject: string,
  uris: string[],
): Iterable<Statement> {
  const isScheme = data.groupKinds[group] === 'scheme';
  const roots = listAt(data.groupRoots, group);
  if (!isScheme) {
    for (const member of roots) yield relation(subject, skos.member, uris[member]!);
    return;
  }
  for (const item of listAt(data.groupMembers, group)) yield relation(uris[item]!, skos.inScheme, subject);
  for (const root of roots) yield relation(uris[root]!, skos.topConceptOf, subject);
}

function languageAt(data: ThesaurusData, numbers: Uint16Array, index: number): string {
  return data.languages[numbers[index]!]!;
}

/** The statement of a text. What looks like an entity is escaped, because the collector decodes entities. */
export function textStatement(
  subject: string,
  predicate: string,
  content: string,
  language: string,
): Statement {
  return { subject, predicate, object: content.replace(ENTITY, '&amp;$1;'), isLiteral: true, language };
}
