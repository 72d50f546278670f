/** Facet tree: the values of the facet of a concept scheme, a collection or a concept. */

import { hash } from 'node:crypto';
import { getOrInsertLatest } from '../collections/get-or-insert.ts';
import { listAt } from '../collections/shared-arrays.ts';
import type { Thesaurus } from './thesaurus.ts';

export interface FacetTree {
  uri: string;
  /** `dyn_uri_` and a stable id. */
  field: string;
  /** Ordinal of the scheme, collection or concept, for its label. */
  ordinal: number;
  /** The first level. The levels below are the `narrower` concepts that are `within`. */
  roots: number[];
  /** 1 for each concept that is a value of the facet. */
  within: Uint8Array;
  /** False if no value is narrower than another. */
  hierarchical: boolean;
}

/** The facet field of a scheme, collection or concept; stable for a URI over all thesauri and versions. */
export function facetField(uri: string): string {
  return `dyn_uri_${hash('sha256', uri, 'hex').slice(0, 12)}`;
}

type FacetedThesaurus = Pick<Thesaurus, 'data' | 'size' | 'broader' | 'narrower' | 'descendants'>;

/** Cache size: few facets are in use, but every concept can be one. */
const MAX_CACHED_TREES = 256;

/** `ordinals` maps the URIs of concepts, schemes and collections. */
export function facetTreeLookup(thesaurus: FacetedThesaurus, ordinals: ReadonlyMap<string, number>) {
  let byField: Map<string, string> | undefined;
  const trees = new Map<number, FacetTree>();
  return (reference: string): FacetTree | undefined => {
    let uri = reference;
    if (reference.startsWith('dyn_uri_')) {
      byField ??= new Map([...ordinals.keys()].map((resource) => [facetField(resource), resource]));
      uri = byField.get(reference) ?? reference;
    }
    const ordinal = ordinals.get(uri);
    if (ordinal === undefined) return undefined;
    return getOrInsertLatest(trees, MAX_CACHED_TREES, ordinal, () => facetTree(thesaurus, uri, ordinal));
  };
}

function facetTree(thesaurus: FacetedThesaurus, uri: string, ordinal: number): FacetTree {
  const within = new Uint8Array(thesaurus.size);
  const group = ordinal - thesaurus.size;
  if (group < 0) for (const concept of thesaurus.descendants(ordinal)) within[concept] = 1;
  else for (const concept of listAt(thesaurus.data.groupMembers, group)) within[concept] = 1;
  const isRoot = (concept: number) => !thesaurus.broader(concept).some((broader) => within[broader] === 1);
  const roots = group < 0 ? [...thesaurus.narrower(ordinal)] : groupRoots(thesaurus, group, isRoot);
  const hierarchical = within.some((value, concept) => value === 1 && !isRoot(concept));
  return { uri, field: facetField(uri), ordinal, roots, within, hierarchical };
}

/** Declared top concepts of a scheme; otherwise the members without a broader member. */
function groupRoots(
  thesaurus: FacetedThesaurus,
  group: number,
  isRoot: (concept: number) => boolean,
): number[] {
  const declared = [...listAt(thesaurus.data.groupRoots, group)];
  const isScheme = thesaurus.data.groupKinds[group] === 'scheme';
  if (isScheme && declared.length > 0) return declared;
  const candidates = declared.length > 0 ? declared : [...listAt(thesaurus.data.groupMembers, group)];
  return candidates.filter(isRoot);
}
