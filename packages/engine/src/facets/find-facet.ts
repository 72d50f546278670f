/** Facets of a search space and the resolution of facet references. */
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import type { FacetTree, Thesaurus } from '@semantic-search/query/thesaurus';
import type { Facet } from '../api.ts';
import type { Attribute, Attributes, NumberAttribute } from '../index/attributes.ts';

/** Prefixes of the fields of attributes (reference/http-api.md#facets). */
const LITERAL_PREFIX = 'dyn_lit_';
const NUMBER_PREFIX = 'dyn_flt_';

export type FacetSource =
  | { kind: 'concept'; facet: Facet; tree: FacetTree }
  | { kind: 'literal'; facet: Facet; attribute: Attribute }
  | { kind: 'number'; facet: Facet; attribute: NumberAttribute };

export interface FacetContext {
  attributes: Attributes;
  thesaurus: Thesaurus;
}

/** `reference` is a field, the name of an attribute, or the URI of a scheme, collection or concept. */
export function findFacet(reference: string, context: FacetContext): FacetSource | undefined {
  const { attributes, thesaurus } = context;
  const literal = attributes.find(withoutPrefix(reference, LITERAL_PREFIX), 'literal');
  if (literal && !reference.startsWith(NUMBER_PREFIX)) return attributeFacet(literal);
  const number = numberAttribute(withoutPrefix(reference, NUMBER_PREFIX), attributes);
  if (number && !reference.startsWith(LITERAL_PREFIX)) return attributeFacet(number);
  const tree = thesaurus.facet(reference);
  return tree ? conceptFacet(tree, thesaurus) : undefined;
}

function withoutPrefix(field: string, prefix: string): string {
  return field.startsWith(prefix) ? field.slice(prefix.length) : field;
}

/** Prefers numbers if an attribute has numbers in some documents and dates in others. */
function numberAttribute(name: string, attributes: Attributes): NumberAttribute | undefined {
  return attributes.find(name, 'number') ?? attributes.find(name, 'date');
}

/** Facets of all attributes, schemes and collections, and of all concepts. Facets of single concepts are not listed. */
export function offeredFacets({ attributes, thesaurus }: FacetContext): Facet[] {
  const allConcepts = thesaurus.hasSubjects ? [ALL_CONCEPTS_FIELD] : [];
  const references = [...allConcepts, ...thesaurus.groups.map(({ uri }) => uri)];
  const trees = references.flatMap((reference) => thesaurus.facet(reference) ?? []);
  const literals = attributes.all.filter(({ kind }) => kind === 'literal');
  const numbers = attributes.all.filter(
    (attribute) => numberAttribute(attribute.name, attributes) === attribute,
  );
  return [
    ...trees.map((tree) => conceptFacet(tree, thesaurus).facet),
    ...[...literals, ...numbers].map((attribute) => attributeFacet(attribute).facet),
  ];
}

function attributeFacet(attribute: Attribute): FacetSource {
  const { name, kind } = attribute;
  const prefix = kind === 'literal' ? LITERAL_PREFIX : NUMBER_PREFIX;
  const facet: Facet = { uri: name, field: `${prefix}${name}`, label: name, kind, hierarchical: false };
  return kind === 'literal'
    ? { kind, facet, attribute }
    : { kind: 'number', facet, attribute: attribute as NumberAttribute };
}

function conceptFacet(tree: FacetTree, thesaurus: Thesaurus): FacetSource {
  const { uri, field, hierarchical, ordinal } = tree;
  const label = ordinal === undefined ? field : thesaurus.label(ordinal);
  const facet: Facet = { uri, field, label, kind: 'concept', hierarchical };
  return { kind: 'concept', facet, tree };
}
