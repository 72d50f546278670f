/** Facets of a search space and the resolution of facet references. */

import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import type { FacetTree, Thesaurus } from '@semantic-search/query/thesaurus';
import type { Facet } from '../api.ts';
import type { Attributes, LiteralAttribute, NumberAttribute } from '../index/attributes.ts';

/** Prefixes of the fields of attributes (reference/http-api.md#facets). */
const LITERAL_PREFIX = 'dyn_lit_';
const NUMBER_PREFIX = 'dyn_flt_';

export type FacetSource =
  | { kind: 'concept'; facet: Facet; tree: FacetTree }
  | { kind: 'literal'; facet: Facet; attribute: LiteralAttribute }
  | { kind: 'number'; facet: Facet; attribute: NumberAttribute };

export interface FacetContext {
  attributes: Attributes;
  thesaurus: Thesaurus;
}

/** `reference` is a field, the name of an attribute, or the URI of a scheme, collection or concept. */
export function findFacet(reference: string, context: FacetContext): FacetSource | undefined {
  const { attributes, thesaurus } = context;
  const literal = attributes.literal(withoutPrefix(reference, LITERAL_PREFIX));
  if (literal && !reference.startsWith(NUMBER_PREFIX)) return literalFacet(literal);
  const number = attributes.number(withoutPrefix(reference, NUMBER_PREFIX));
  if (number && !reference.startsWith(LITERAL_PREFIX)) return numberFacet(number);
  const tree = thesaurus.facet(reference);
  return tree ? conceptFacet(tree, thesaurus) : undefined;
}

function withoutPrefix(field: string, prefix: string): string {
  return field.startsWith(prefix) ? field.slice(prefix.length) : field;
}

/** Facets of all attributes, schemes and collections, and of all concepts. Facets of single concepts are not listed. */
export function offeredFacets({ attributes, thesaurus }: FacetContext): Facet[] {
  const all = thesaurus.hasSubjects ? [ALL_CONCEPTS_FIELD] : [];
  const trees = [...all, ...thesaurus.groups.map(({ uri }) => uri)].flatMap(
    (uri) => thesaurus.facet(uri) ?? [],
  );
  return [
    ...trees.map((tree) => conceptFacet(tree, thesaurus).facet),
    ...attributes.literals.map((attribute) => literalFacet(attribute).facet),
    ...attributes.numbers
      .filter((attribute) => attributes.number(attribute.name) === attribute)
      .map((attribute) => numberFacet(attribute).facet),
  ];
}

function literalFacet(attribute: LiteralAttribute): FacetSource {
  return { kind: 'literal', facet: attributeFacet(LITERAL_PREFIX, attribute.name, 'literal'), attribute };
}

function numberFacet(attribute: NumberAttribute): FacetSource {
  return { kind: 'number', facet: attributeFacet(NUMBER_PREFIX, attribute.name, attribute.kind), attribute };
}

function attributeFacet(prefix: string, name: string, kind: Facet['kind']): Facet {
  return { uri: name, field: `${prefix}${name}`, label: name, kind, hierarchical: false };
}

function conceptFacet(tree: FacetTree, thesaurus: Thesaurus): FacetSource {
  const { uri, field, hierarchical, ordinal } = tree;
  const label = ordinal === undefined ? field : thesaurus.label(ordinal);
  const facet: Facet = { uri, field, label, kind: 'concept', hierarchical };
  return { kind: 'concept', facet, tree };
}
