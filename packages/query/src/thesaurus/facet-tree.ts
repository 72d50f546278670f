/** Facet tree: the values of the facet of a concept scheme, a collection, a concept, or all concepts. */
import { hash } from 'node:crypto';
import { ALL_CONCEPTS_FIELD } from '../api.ts';
import { getOrInsertLatest } from '../collections/get-or-insert.ts';
import { listAt } from '../collections/shared-arrays.ts';
import type { ThesaurusData } from './thesaurus.ts';

export interface FacetTree {
  uri: string;
  /** `FIELD_PREFIX` and a stable id. */
  field: string;
  /** Ordinal of the scheme, collection or concept, for its label; undefined for all concepts. */
  ordinal: number | undefined;
  /** The first level. The levels below are the `narrower` concepts that are `within`. */
  roots: number[];
  /** 1 for each concept that is a value of the facet. */
  within: Uint8Array;
  /** False if no value is narrower than another. */
  hierarchical: boolean;
}

const FIELD_PREFIX = 'dyn_uri_';

/** The facet field of a scheme, collection or concept; stable for a URI over all thesauri and versions. */
export function facetField(uri: string): string {
  return `${FIELD_PREFIX}${hash('sha256', uri, 'hex').slice(0, 12)}`;
}

/** The part of a thesaurus that the trees need; the type of a thesaurus depends on the trees. */
interface FacetedThesaurus {
  data: ThesaurusData;
  size: number;
  broader(concept: number): Uint32Array;
  narrower(concept: number): Uint32Array;
  descendants(concept: number): number[];
  isQueryOnly(concept: number): boolean;
}

/** Maximum number of cached trees: few facets are in use, but every concept can be a facet. */
const MAX_CACHED_TREES = 256;

/** `ordinals` maps the URIs of concepts, schemes and collections. */
export function facetTreeLookup(thesaurus: FacetedThesaurus, ordinals: ReadonlyMap<string, number>) {
  let urisByField: Map<string, string> | undefined;
  const trees = new Map<number | undefined, FacetTree>();
  return (reference: string): FacetTree | undefined => {
    let uri = reference;
    if (reference.startsWith(FIELD_PREFIX) && reference !== ALL_CONCEPTS_FIELD) {
      urisByField ??= new Map([...ordinals.keys()].map((resource) => [facetField(resource), resource]));
      uri = urisByField.get(reference) ?? reference;
    }
    const ordinal = ordinals.get(uri);
    if (ordinal === undefined && uri !== ALL_CONCEPTS_FIELD) return undefined;
    return getOrInsertLatest(trees, MAX_CACHED_TREES, ordinal, () => facetTree(thesaurus, uri, ordinal));
  };
}

function facetTree(thesaurus: FacetedThesaurus, uri: string, ordinal: number | undefined): FacetTree {
  const within = new Uint8Array(thesaurus.size);
  for (const concept of valuesOf(thesaurus, ordinal)) within[concept] = 1;
  const isRoot = (concept: number) => !thesaurus.broader(concept).some((broader) => within[broader] === 1);
  return {
    uri,
    field: ordinal === undefined ? uri : facetField(uri),
    ordinal,
    roots: rootsOf(thesaurus, ordinal, isRoot),
    within,
    hierarchical: within.some((value, concept) => value === 1 && !isRoot(concept)),
  };
}

/** The concepts of a group, those below a concept, or all. */
function valuesOf(thesaurus: FacetedThesaurus, ordinal: number | undefined): Iterable<number> {
  const { data, size } = thesaurus;
  if (ordinal === undefined) return subjectsOf(thesaurus);
  return ordinal < size ? thesaurus.descendants(ordinal) : listAt(data.groupMembers, ordinal - size);
}

function subjectsOf({ size, isQueryOnly }: FacetedThesaurus): number[] {
  return Array.from({ length: size }, (_, concept) => concept).filter((concept) => !isQueryOnly(concept));
}

/** Declared top concepts of a scheme; otherwise the values without a broader value. */
function rootsOf(
  thesaurus: FacetedThesaurus,
  ordinal: number | undefined,
  isRoot: (concept: number) => boolean,
): number[] {
  const { data, size } = thesaurus;
  if (ordinal === undefined) return subjectsOf(thesaurus).filter(isRoot);
  if (ordinal < size) return [...thesaurus.narrower(ordinal)];
  const group = ordinal - size;
  const declared = [...listAt(data.groupRoots, group)];
  if (data.groupKinds[group] === 'scheme' && declared.length > 0) return declared;
  return (declared.length > 0 ? declared : [...listAt(data.groupMembers, group)]).filter(isRoot);
}
