/** Facets without an index, for tests: which values a document has, what passes a selection, and counts one by one. */

import type { DocumentInput, FacetCount, FacetRequest, FacetSelection, FacetValue } from '../../src/api.ts';
import { type LabelledRange, rangesOver } from '../../src/facets/ranges.ts';
import { dateOf, facetValueOf } from '../../src/index/indexable-document.ts';
import type { Met } from './occurrences.ts';
import { type ReferenceThesaurus, resolved, treeOf, withBroader } from './thesaurus.ts';

/** Input of facet counting. */
export interface NaiveHoldings {
  /** All documents, in any order. */
  documents: DocumentInput[];
  thesaurus: ReferenceThesaurus;
  met: Met;
}

const isConceptField = (field: string) => field.startsWith('dyn_uri_');
const nameOf = (field: string) => field.slice('dyn_lit_'.length);

/** Values of one facet are alternatives; selections of one facet are joined. */
export function passes(
  document: DocumentInput,
  selected: FacetSelection[],
  holdings: NaiveHoldings,
  but?: string,
): boolean {
  const fields = new Set(selected.filter(({ values }) => values.length > 0).map(({ field }) => field));
  fields.delete(but ?? '');
  return [...fields].every((field) => {
    const values = selected.filter((each) => each.field === field).flatMap((each) => each.values);
    return values.some((value) => hasValue(document, field, value, holdings));
  });
}

/** A concept includes its narrower concepts, even outside of the facet. */
function hasValue(
  document: DocumentInput,
  field: string,
  value: FacetValue,
  { thesaurus, met }: NaiveHoldings,
): boolean {
  if (isConceptField(field)) {
    const wanted = 'concept' in value ? resolved(thesaurus, value.concept) : undefined;
    return wanted !== undefined && withBroader(thesaurus, document.subjects ?? []).has(wanted);
  }
  if (field.startsWith('dyn_lit_'))
    return 'literal' in value && literalsOf(document, nameOf(field)).has(value.literal);
  if (!('from' in value)) return false;
  const { from, to, toExclusive } = value;
  const inside = (each: number) =>
    (from === null || each >= from) && (to === null || (toExclusive ? each < to : each <= to));
  return numbersOf(document, nameOf(field), met).some(inside);
}

/** Of documents without a date none lies in a range. */
export function isDated(
  document: DocumentInput,
  range: { from: number | null; to: number | null } | undefined,
): boolean {
  const date = dateOf(document.date);
  if (!range) return true;
  return date !== null && date >= (range.from ?? -Infinity) && date <= (range.to ?? Infinity);
}

/** The values of one facet over the documents that its counts are taken from. */
export function naiveFacet(
  question: FacetRequest,
  counted: DocumentInput[],
  holdings: NaiveHoldings,
): FacetCount[] {
  if (isConceptField(question.field)) return conceptLevels(question, counted, holdings);
  const name = nameOf(question.field);
  const count = (has: (document: DocumentInput) => boolean) => counted.filter(has).length;
  if (question.field.startsWith('dyn_lit_')) {
    const given = holdings.documents.flatMap((document) => [...literalsOf(document, name)]);
    const values = [...new Set(given)].map((label) =>
      plain(
        label,
        count((document) => literalsOf(document, name).has(label)),
      ),
    );
    return cut(values, question);
  }
  const ranges = rangesOf(name, holdings);
  const values = ranges.map(({ label, from, to }) =>
    plain(
      label,
      count((document) => numbersOf(document, name, holdings.met).some((each) => each >= from && each < to)),
    ),
  );
  const place = new Map(ranges.map(({ label }, i) => [label, i]));
  return cut(values, question, (a, b) => place.get(a.label)! - place.get(b.label)!);
}

const plain = (label: string, count: number): FacetCount => ({ label, value: null, count, children: null });

/** Round steps over what all documents have, whatever was asked. */
function rangesOf(name: string, { documents, met }: NaiveHoldings): LabelledRange[] {
  const all = documents.flatMap((document) => numbersOf(document, name, met));
  if (all.length === 0) return [];
  return rangesOver(Math.min(...all), Math.max(...all), met.plainNumbers.has(name) ? 'number' : 'date');
}

function conceptLevels(
  question: FacetRequest,
  counted: DocumentInput[],
  { thesaurus }: NaiveHoldings,
): FacetCount[] {
  const { within, roots } = treeOf(thesaurus, question.field);
  const about = counted.map((document) => withBroader(thesaurus, document.subjects ?? []));
  const level = (uris: Iterable<string>, depth: number): FacetCount[] => {
    const values = [...uris]
      .filter((uri) => within.has(uri))
      .map((uri) => {
        const concept = thesaurus.concepts.find((each) => each.uri === uri)!;
        const count = about.filter((concepts) => concepts.has(uri)).length;
        return { concept, label: concept.label, value: uri, count, children: null };
      })
      // What is deprecated is shown only where it counts something.
      .filter(({ concept, count }) => count > 0 || concept.replacedBy === undefined);
    return cut(values, question).map(({ label, value, count }) => {
      const narrower = thesaurus.concepts.filter((each) => each.broader.includes(value!));
      const deeper = question.depth === 0 || depth < question.depth;
      const children = deeper
        ? level(
            narrower.map(({ uri }) => uri),
            depth + 1,
          )
        : [];
      return { label, value, count, children: question.mode === 'hierarchical' ? children : null };
    });
  };
  return level(question.mode === 'flat' ? within : roots, 1);
}

const collator = new Intl.Collator('en', { numeric: true });

/** Sorted as asked, and no more than asked; ties and labels in their alphabetical order, ranges in their own. */
function cut(
  values: FacetCount[],
  { sorting, order, limit, includeEmpty }: FacetRequest,
  byLabel = (a: FacetCount, b: FacetCount) => collator.compare(a.label, b.label),
): FacetCount[] {
  const direction = order === 'asc' ? 1 : -1;
  return values
    .filter(({ count }) => count > 0 || includeEmpty)
    .sort((a, b) =>
      sorting === 'count' ? direction * (a.count - b.count) || byLabel(a, b) : direction * byLabel(a, b),
    )
    .slice(0, limit);
}

function valuesOf(document: DocumentInput, name: string) {
  const value = document[name];
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.flatMap((each) => facetValueOf(each, name) ?? []);
}

function literalsOf(document: DocumentInput, name: string): Set<string> {
  return new Set(valuesOf(document, name).flatMap((each) => ('literal' in each ? [each.literal] : [])));
}

/** Dates of an attribute with numbers do not count as numbers. */
function numbersOf(document: DocumentInput, name: string, met: Met): number[] {
  if (name === 'date') return [dateOf(document.date) ?? []].flat();
  const kind = met.plainNumbers.has(name) ? 'number' : 'date';
  return valuesOf(document, name).flatMap((each) =>
    'number' in each && each.kind === kind ? [each.number] : [],
  );
}
