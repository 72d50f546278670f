/** Reference model of facets: filters and counts by scanning all documents. */

import type { FacetCount, FacetRequest, FacetSelection, FacetValue } from '../../src/api.ts';
import { type LabeledRange, rangeBuckets } from '../../src/facets/ranges/range-buckets.ts';
import { facetValueOf } from '../../src/index-writing/document-attributes.ts';
import { parseDate } from '../../src/index-writing/document-dates.ts';
import type { DocumentInput } from '../../src/writable-space.ts';
import type { CorpusTerms } from './corpus-terms.ts';
import { type ReferenceThesaurus, resolveConcept, treeOf, withBroader } from './thesaurus.ts';

/** Input of facet counting. */
export interface ReferenceData {
  /** All documents, in any order. */
  documents: DocumentInput[];
  thesaurus: ReferenceThesaurus;
  corpus: CorpusTerms;
}

const isConceptField = (field: string) => field.startsWith('dyn_uri_');
const nameOf = (field: string) => field.slice('dyn_lit_'.length);

/** Combines values of a facet with OR, facets with AND. Ignores the facet `except`. */
export function passes(
  document: DocumentInput,
  selected: FacetSelection[],
  data: ReferenceData,
  except?: string,
): boolean {
  const fields = new Set(selected.filter(({ values }) => values.length > 0).map(({ field }) => field));
  fields.delete(except ?? '');
  return [...fields].every((field) => {
    const values = selected.filter((each) => each.field === field).flatMap((each) => each.values);
    return values.some((value) => hasValue(document, field, value, data));
  });
}

/** A concept includes its narrower concepts, even outside of the facet. */
function hasValue(
  document: DocumentInput,
  field: string,
  value: FacetValue,
  { thesaurus, corpus }: ReferenceData,
): boolean {
  if (isConceptField(field)) {
    const wanted = 'concept' in value ? resolveConcept(thesaurus, value.concept) : undefined;
    return wanted !== undefined && withBroader(thesaurus, document.subjects ?? []).has(wanted);
  }
  if (field.startsWith('dyn_lit_'))
    return 'literal' in value && literalsOf(document, nameOf(field)).has(value.literal);
  if (!('from' in value)) return false;
  const { from, to, toExclusive } = value;
  const inside = (each: number) =>
    (from === null || each >= from) && (to === null || (toExclusive ? each < to : each <= to));
  return numbersOf(document, nameOf(field), corpus).some(inside);
}

/** Documents without a date never match a range. */
export function isDated(
  document: DocumentInput,
  range: { from: number | null; to: number | null } | undefined,
): boolean {
  const date = parseDate(document.date);
  if (!range) return true;
  return date !== null && date >= (range.from ?? -Infinity) && date <= (range.to ?? Infinity);
}

/** Returns the values of a facet with their counts over `counted`. */
export function referenceFacet(
  request: FacetRequest,
  counted: DocumentInput[],
  data: ReferenceData,
): FacetCount[] {
  if (isConceptField(request.field)) return conceptLevels(request, counted, data);
  const name = nameOf(request.field);
  const count = (has: (document: DocumentInput) => boolean) => counted.filter(has).length;
  if (request.field.startsWith('dyn_lit_')) {
    const given = data.documents.flatMap((document) => [...literalsOf(document, name)]);
    const values = [...new Set(given)].map((label) =>
      plain(
        label,
        count((document) => literalsOf(document, name).has(label)),
      ),
    );
    return cut(values, request);
  }
  const ranges = rangesOf(name, data, request.limit);
  const values = ranges.map(({ label, from, to }) =>
    plain(
      label,
      count((document) => numbersOf(document, name, data.corpus).some((each) => each >= from && each < to)),
    ),
  );
  const place = new Map(ranges.map(({ label }, i) => [label, i]));
  const filled = values.filter(({ count: number }) => number > 0);
  const [first, last] = [values.indexOf(filled[0]!), values.indexOf(filled.at(-1)!)];
  // Empty ranges between others belong to the histogram.
  const shown = request.includeEmpty ? values : filled.length > 0 ? values.slice(first, last + 1) : [];
  return cut(shown, { ...request, includeEmpty: true }, (a, b) => place.get(a.label)! - place.get(b.label)!);
}

const plain = (label: string, count: number): FacetCount => ({ label, value: null, count, children: null });

/** Ranges depend on the values of all documents, not on the query. */
function rangesOf(name: string, { documents, corpus }: ReferenceData, limit: number): LabeledRange[] {
  const all = documents.flatMap((document) => numbersOf(document, name, corpus));
  if (all.length === 0) return [];
  return rangeBuckets(
    Math.min(...all),
    Math.max(...all),
    corpus.plainNumbers.has(name) ? 'number' : 'date',
    limit,
  );
}

function conceptLevels(
  request: FacetRequest,
  counted: DocumentInput[],
  { thesaurus }: ReferenceData,
): FacetCount[] {
  const { within, roots } = treeOf(thesaurus, request.field);
  const about = counted.map((document) => withBroader(thesaurus, document.subjects ?? []));
  const level = (uris: Iterable<string>, depth: number): FacetCount[] => {
    const values = [...uris]
      .filter((uri) => within.has(uri))
      .map((uri) => {
        const concept = thesaurus.concepts.find((each) => each.uri === uri)!;
        const count = about.filter((concepts) => concepts.has(uri)).length;
        return { concept, label: concept.label, value: uri, count, children: null };
      })
      // Deprecated concepts are returned only with a count.
      .filter(({ concept, count }) => count > 0 || concept.replacedBy === undefined);
    return cut(values, request).map(({ label, value, count }) => {
      const narrower = thesaurus.concepts.filter((each) => each.broader.includes(value!));
      const deeper = request.depth === 0 || depth < request.depth;
      const children = deeper
        ? level(
            narrower.map(({ uri }) => uri),
            depth + 1,
          )
        : [];
      return { label, value, count, children: request.mode === 'hierarchical' ? children : null };
    });
  };
  return level(request.mode === 'flat' ? within : roots, 1);
}

const collator = new Intl.Collator('en', { numeric: true });

/** Sorts and truncates. Breaks ties alphabetically, for ranges numerically. */
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
  return new Set(valuesOf(document, name).flatMap((each) => (each.kind === 'literal' ? [each.value] : [])));
}

/** Dates of an attribute with numbers do not count as numbers. */
function numbersOf(document: DocumentInput, name: string, corpus: CorpusTerms): number[] {
  if (name === 'date') return [parseDate(document.date) ?? []].flat();
  const kind = corpus.plainNumbers.has(name) ? 'number' : 'date';
  return valuesOf(document, name).flatMap((each) =>
    each.kind !== 'literal' && each.kind === kind ? [each.value] : [],
  );
}
