/** Facet selections of a query, resolved to value numbers. */
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { type Facet, type FacetValue, QueryError, type SearchQuery, type TypedValue } from '../api.ts';
import { type FacetContext, type FacetSource, findFacet } from './find-facet.ts';
import { conceptsWithLabel } from './labels.ts';
import { NumberRanges } from './ranges/number-ranges.ts';
import { parseRange } from './ranges/parse-range.ts';

/**
 * A selection in a facet with resolved values, which are alternatives. `isSelected` has 1 for each concept that is selected, or
 * has a selected broader concept. `accepts` tests a number, or the number of a literal.
 */
export type Selection =
  | (Extract<FacetSource, { kind: 'concept' }> & { isSelected: Uint8Array })
  | (Exclude<FacetSource, { kind: 'concept' }> & { accepts(value: number): boolean });

/** All selected values of one facet. */
export interface TypedSelection<Source> {
  source: Source;
  values: TypedValue[];
}

/** Facets and labels that selections refer to. */
export interface SelectionLookup<Source> {
  find(reference: string): Source | undefined;
  /** URIs of the concepts of a facet with this preferred label; usually one. */
  conceptsNamed(label: string, source: Source): readonly string[];
}

/** Combines all selections of a facet into one; omits empty selections. Throws `unknown-facet` or `invalid-facet-value`. */
export function typedSelections<Source extends { facet: Facet }>(
  query: Pick<SearchQuery, 'selected' | 'excluded'>,
  member: 'selected' | 'excluded',
  lookup: SelectionLookup<Source>,
): TypedSelection<Source>[] {
  const byField = new Map<string, TypedSelection<Source>>();
  for (const [index, { field, values }] of query[member].entries()) {
    if (values.length === 0) continue;
    const path = `${member}[${index}]`;
    const source = lookup.find(field);
    if (!source) throw unknownFacet(field, `${path}.field`);
    const typed = values.flatMap((value) => typedValues(value, source, lookup, path));
    const previous = byField.get(source.facet.field)?.values ?? [];
    byField.set(source.facet.field, { source, values: [...previous, ...typed] });
  }
  return [...byField.values()];
}

export function unknownFacet(reference: string, path?: string): QueryError {
  const message = `The search space has no facet "${reference}".`;
  return new QueryError('unknown-facet', message, path === undefined ? {} : { path });
}

/** Throws `invalid-facet-value` with this path. */
export function typedValues<Source extends { facet: Facet }>(
  value: FacetValue,
  source: Source,
  { conceptsNamed }: SelectionLookup<Source>,
  path: string,
): TypedValue[] {
  if ('concept' in value || 'literal' in value || 'from' in value) return [value];
  const { uri, label } = value;
  const { kind } = source.facet;
  if (kind === 'concept' && uri) return [{ concept: uri }];
  if (kind === 'concept' && label) {
    const uris = conceptsNamed(label, source);
    // Like an unknown URI, an unknown label has no documents.
    return (uris.length > 0 ? uris : [label]).map((concept) => ({ concept }));
  }
  if (kind === 'literal' && label) return [{ literal: label }];
  const isRange = kind === 'number' || kind === 'date';
  const range = isRange && label ? parseRange(label, kind) : undefined;
  if (!range) throw new QueryError('invalid-facet-value', expectations[kind], { path });
  return [range];
}

const expectations: Record<Facet['kind'], string> = {
  concept: 'A value of a concept facet needs the URI of the concept as "value", or its "label".',
  literal: 'A value of a literal facet needs its "label".',
  number: 'A range is its label, such as "10 – 100", or "[10 TO 100]" with * for an open end.',
  date: 'A range is its label, such as "1900 – 1949", or "[1900-01-01 TO *]" with * for an open end.',
};

/** Facets and labels of a search space with a thesaurus; labels in `language` or in the default language. */
export function selectionLookup(context: FacetContext, language?: string): SelectionLookup<FacetSource> {
  const { thesaurus } = context;
  return {
    find: (reference) => findFacet(reference, context),
    conceptsNamed(label, source) {
      const within = source.kind === 'concept' ? source.tree.within : undefined;
      const concepts = [language, undefined]
        .map((tag) => conceptsWithLabel(thesaurus, label, tag).filter((concept) => within?.[concept]))
        .find(({ length }) => length > 0);
      return (concepts ?? []).map((concept) => thesaurus.uri(concept));
    },
  };
}

/** Resolves the values; ignores values of another kind, and values that no document has. */
export function resolveSelection(selection: TypedSelection<FacetSource>, thesaurus: Thesaurus): Selection {
  const { source, values } = selection;
  if (source.kind === 'concept') {
    const uris = values.flatMap((value) => ('concept' in value ? value.concept : []));
    const concepts = uris.flatMap((uri) => thesaurus.resolve(uri) ?? []);
    const withNarrower = concepts.flatMap((concept) => [concept, ...thesaurus.descendants(concept)]);
    return { ...source, isSelected: marksAt(withNarrower, thesaurus.size) };
  }
  if (source.kind === 'literal') {
    const literals = source.attribute.values;
    const numbers = values.map((value) => ('literal' in value ? literals.find(value.literal) : -1));
    const isSelected = marksAt(numbers, literals.size);
    return { ...source, accepts: (value) => isSelected[value] === 1 };
  }
  const ranges = new NumberRanges(values.filter((value) => 'from' in value));
  return { ...source, accepts: (value) => ranges.has(value) };
}

/** An array of this size with 1 at each index; ignores -1. */
function marksAt(indexes: readonly number[], size: number): Uint8Array {
  const marks = new Uint8Array(size);
  for (const index of indexes) marks[index] = 1;
  return marks;
}
