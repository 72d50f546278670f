/** Facets that a thesaurus offers: a scheme, a collection, or a concept with what is narrower. */

import { hash } from 'node:crypto';
import { getOrInsertLatest } from '../get-or-insert.ts';
import { listAt, type SharedUint32Array, type Uint8 } from '../shared-arrays.ts';
import type { ThesaurusData } from './thesaurus-data.ts';

export interface FacetTree {
  uri: string;
  /** `dyn_uri_` and a stable id. */
  field: string;
  /** Ordinal of the scheme, collection or concept, for its label. */
  ordinal: number;
  /** The first level; below it, the `narrower` of a concept that are `within`. */
  roots: number[];
  /** 1 for each concept that is a value of the facet. */
  within: Uint8;
  /** False where no value is narrower than another. */
  hierarchical: boolean;
}

/** The field of the facet of a scheme, collection or concept: the same for a URI in every thesaurus and version. */
export function facetField(uri: string): string {
  return `dyn_uri_${hash('sha256', uri, 'hex').slice(0, 12)}`;
}

/** What facets are made of. */
interface ThesaurusParts {
  data: ThesaurusData;
  size: number;
  broader(concept: number): SharedUint32Array;
  narrower(concept: number): SharedUint32Array;
  descendants(concept: number): number[];
}

/** Facets in use are few, but every concept can be one. */
const mostTrees = 256;

/** `ordinals` has concepts, schemes and collections by URI. */
export function facetReader(thesaurus: ThesaurusParts, ordinals: ReadonlyMap<string, number>) {
  let byField: Map<string, string> | undefined;
  const trees = new Map<number, FacetTree>();
  return (reference: string): FacetTree | undefined => {
    let uri = reference;
    if (reference.startsWith('dyn_uri_')) {
      byField ??= new Map([...ordinals.keys()].map((each) => [facetField(each), each]));
      uri = byField.get(reference) ?? reference;
    }
    const ordinal = ordinals.get(uri);
    if (ordinal === undefined) return undefined;
    return getOrInsertLatest(trees, mostTrees, ordinal, () => facetTree(thesaurus, uri, ordinal));
  };
}

function facetTree(thesaurus: ThesaurusParts, uri: string, ordinal: number): FacetTree {
  const within = new Uint8Array(thesaurus.size);
  const group = ordinal - thesaurus.size;
  if (group < 0) for (const concept of thesaurus.descendants(ordinal)) within[concept] = 1;
  else for (const concept of listAt(thesaurus.data.groupMembers, group)) within[concept] = 1;
  const isRoot = (concept: number) => !thesaurus.broader(concept).some((broader) => within[broader] === 1);
  const roots = group < 0 ? [...thesaurus.narrower(ordinal)] : groupRoots(thesaurus, group, isRoot);
  const hierarchical = within.some((value, concept) => value === 1 && !isRoot(concept));
  return { uri, field: facetField(uri), ordinal, roots, within, hierarchical };
}

/** A scheme's declared top concepts; else, and for a collection, its members without a broader member. */
function groupRoots(
  thesaurus: ThesaurusParts,
  group: number,
  isRoot: (concept: number) => boolean,
): number[] {
  const declared = [...listAt(thesaurus.data.groupRoots, group)];
  const isScheme = thesaurus.data.groupKinds[group] === 'scheme';
  if (isScheme && declared.length > 0) return declared;
  const candidates = declared.length > 0 ? declared : [...listAt(thesaurus.data.groupMembers, group)];
  return candidates.filter(isRoot);
}
