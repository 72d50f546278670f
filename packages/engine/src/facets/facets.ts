/** Facets of a search space and the resolution of facet references. */

import type { FacetTree, Thesaurus } from '@semantic-search/query/thesaurus';
import { getOrInsert } from '@semantic-search/query/util';
import { type Facet, QueryError } from '../api.ts';
import type { Attributes, LiteralAttribute, NumberAttribute } from '../index/attributes.ts';

export const allConcepts = 'dyn_uri_all_concepts';

export type FacetSource =
  | { kind: 'concept'; facet: Facet; tree: Omit<FacetTree, 'ordinal'> }
  | { kind: 'literal'; facet: Facet; attribute: LiteralAttribute }
  | { kind: 'number'; facet: Facet; attribute: NumberAttribute };

interface FacetContext {
  attributes: Attributes;
  thesaurus: Thesaurus;
}

/** `reference` is a field, the name of an attribute, or the URI of a scheme, collection or concept. */
export function findFacet(reference: string, context: FacetContext): FacetSource | undefined {
  const { attributes, thesaurus } = context;
  if (reference === allConcepts) return allConceptsFacet(thesaurus);
  const literal = attributes.literal(reference.startsWith('dyn_lit_') ? reference.slice(8) : reference);
  if (literal && !reference.startsWith('dyn_flt_')) return literalFacet(literal);
  const number = attributes.number(reference.startsWith('dyn_flt_') ? reference.slice(8) : reference);
  if (number && !reference.startsWith('dyn_lit_')) return numberFacet(number);
  const tree = thesaurus.facet(reference);
  return tree ? conceptFacet(tree, thesaurus) : undefined;
}

/** Also resolves attributes that only deleted documents had, so that pages with such a facet keep working. */
export function facetOrThrow(reference: string, context: FacetContext): FacetSource {
  const { attributes, thesaurus } = context;
  const { all } = attributes;
  const found =
    findFacet(reference, context) ?? (all && findFacet(reference, { attributes: all, thesaurus }));
  if (!found) throw new QueryError('unknown-facet', `The search space has no facet ${reference}.`);
  return found;
}

/** Facets of all attributes, schemes and collections, and of all concepts. Facets of single concepts are not listed. */
export function offeredFacets({ attributes, thesaurus }: FacetContext): Facet[] {
  const trees = thesaurus.groups.flatMap(({ uri }) => thesaurus.facet(uri) ?? []);
  return [
    ...(thesaurus.size > 0 ? [allConceptsFacet(thesaurus).facet] : []),
    ...trees.map((tree) => conceptFacet(tree, thesaurus).facet),
    ...attributes.literals.map((attribute) => literalFacet(attribute).facet),
    ...attributes.numbers
      .filter((attribute) => attributes.number(attribute.name) === attribute)
      .map((attribute) => numberFacet(attribute).facet),
  ];
}

function literalFacet(attribute: LiteralAttribute): FacetSource {
  const { name } = attribute;
  const facet: Facet = {
    uri: name,
    field: `dyn_lit_${name}`,
    label: name,
    kind: 'literal',
    hierarchical: false,
  };
  return { kind: 'literal', facet, attribute };
}

function numberFacet(attribute: NumberAttribute): FacetSource {
  const { name, kind } = attribute;
  const facet: Facet = { uri: name, field: `dyn_flt_${name}`, label: name, kind, hierarchical: false };
  return { kind: 'number', facet, attribute };
}

function conceptFacet(tree: FacetTree, thesaurus: Thesaurus): FacetSource {
  const { uri, field, hierarchical, ordinal } = tree;
  const facet: Facet = { uri, field, label: thesaurus.label(ordinal), kind: 'concept', hierarchical };
  return { kind: 'concept', facet, tree };
}

const allConceptsFacets = new WeakMap<Thesaurus, FacetSource>();

function allConceptsFacet(thesaurus: Thesaurus): FacetSource {
  return getOrInsert(allConceptsFacets, thesaurus, createAllConceptsFacet);
}

function createAllConceptsFacet(thesaurus: Thesaurus): FacetSource {
  const roots: number[] = [];
  const within = new Uint8Array(thesaurus.size).fill(1);
  for (let concept = 0; concept < thesaurus.size; concept++) {
    if (thesaurus.broader(concept).length === 0) roots.push(concept);
  }
  const hierarchical = roots.length < thesaurus.size;
  const facet: Facet = {
    uri: allConcepts,
    field: allConcepts,
    label: allConcepts,
    kind: 'concept',
    hierarchical,
  };
  return {
    kind: 'concept',
    facet,
    tree: { uri: allConcepts, field: allConcepts, roots, within, hierarchical },
  };
}
