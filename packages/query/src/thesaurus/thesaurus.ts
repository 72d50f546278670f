/** Immutable thesaurus over shared typed arrays: concepts have the first ordinals, groups the next. */
import { listAt, type PackedLists, type PackedTexts, textAt } from '../collections/shared-arrays.ts';
import { CATEGORY_SCHEME } from './category-thesaurus.ts';
import { facetTreeLookup } from './facet-tree.ts';
import { labelAccess } from './labels.ts';
import { SYNONYM_SCHEME } from './synonym-thesaurus.ts';

export type { FacetTree } from './facet-tree.ts';
export type { Label } from './labels.ts';
export { HIDDEN, type LabelKind, PREFERRED } from './rdf/rdf-terms.ts';

/** All that a worker needs to open the thesaurus; structured cloning preserves it. */
export interface ThesaurusData {
  size: number;
  /** Language tags by number; number 0 is ''. */
  languages: string[];
  /** Of concepts, then schemes and collections. */
  uris: PackedTexts;
  groupKinds: ('scheme' | 'collection')[];
  /** Labels of resource `i` are `labelStarts[i] … labelStarts[i + 1]`: preferred, alternative, hidden. */
  labels: PackedTexts;
  labelStarts: Uint32Array;
  labelKinds: Uint8Array;
  labelLanguages: Uint16Array;
  /** Definitions, then scope notes of a concept. */
  notes: PackedTexts;
  noteStarts: Uint32Array;
  noteLanguages: Uint16Array;
  broader: PackedLists;
  narrower: PackedLists;
  related: PackedLists;
  /** Nearest first. */
  ancestors: PackedLists;
  /** 1 for deprecated concepts. */
  deprecated: Uint8Array;
  replacedBy: PackedLists;
  /** By group: declared concepts, and top concepts or direct members in order. */
  groupMembers: PackedLists;
  groupRoots: PackedLists;
}

export type Thesaurus = ReturnType<typeof openThesaurus>;

export function openThesaurus(data: ThesaurusData) {
  const { size } = data;
  const uris = Array.from({ length: data.uris.starts.length - 1 }, (_, i) => textAt(data.uris, i));
  const ordinals = new Map(uris.map((uri, i) => [uri, i]));
  const ordinal = (uri: string) => {
    const number = ordinals.get(uri);
    return number !== undefined && number < size ? number : undefined;
  };
  const groups = data.groupKinds.map((kind, i) => ({ uri: uris[size + i]!, ordinal: size + i, kind }));
  const membersOf = (scheme: string) => {
    const group = groups.findIndex(({ uri }) => uri === scheme);
    return new Set(group < 0 ? [] : listAt(data.groupMembers, group));
  };
  const queryOnly = membersOf(SYNONYM_SCHEME);
  const categories = membersOf(CATEGORY_SCHEME);
  const thesaurus = {
    data,
    /** Number of concepts, including deprecated ones. */
    size,
    /** Number of concepts that are not deprecated. */
    currentSize: size - data.deprecated.reduce((sum, isDeprecated) => sum + isDeprecated, 0),
    ...labelAccess(data),
    /** The concept with exactly this URI. */
    ordinal,
    /** The concept of a URI, or its successor if it was replaced. Use this for the subjects of documents. */
    resolve: (uri: string) => {
      const concept = ordinal(uri);
      return concept === undefined ? undefined : successor(data, concept);
    },
    /** The successor of a replaced concept, otherwise the concept itself. */
    current: (concept: number) => successor(data, concept),
    uri: (resource: number) => uris[resource]!,
    broader: (concept: number) => listAt(data.broader, concept),
    narrower: (concept: number) => listAt(data.narrower, concept),
    related: (concept: number) => listAt(data.related, concept),
    /** All broader concepts (transitive), excluding the concept itself, each once, nearest first. */
    ancestors: (concept: number) => listAt(data.ancestors, concept),
    /** All narrower concepts (transitive), excluding the concept itself, each once, nearest first. */
    descendants: (concept: number) => descendantsOf(data, concept),
    deprecated: (concept: number) => data.deprecated[concept] === 1,
    /** Whether the concept only expands queries (`SYNONYM_SCHEME`). */
    isQueryOnly: (concept: number) => queryOnly.has(concept),
    /** Whether texts are tagged with the concept by its labels; not with synonyms and categories (`CATEGORY_SCHEME`). */
    isExtractable: (concept: number) => !queryOnly.has(concept) && !categories.has(concept),
    /** Whether a concept can be a subject of documents. */
    hasSubjects: size > queryOnly.size,
    /** Schemes, then collections, without the scheme of synonyms. */
    groups: groups.filter(({ uri }) => uri !== SYNONYM_SCHEME),
  };
  /** `reference` is the URI of a scheme, collection or concept, or its `dyn_uri_…` field. */
  return { ...thesaurus, facet: facetTreeLookup(thesaurus, ordinals) };
}

function successor(data: ThesaurusData, concept: number): number {
  // The builder has cut cycles, but a chain may be too long for recursion.
  for (let current = concept; ; ) {
    const [next] = listAt(data.replacedBy, current);
    if (next === undefined) return current;
    current = next;
  }
}

function descendantsOf(data: ThesaurusData, concept: number): number[] {
  const seen = new Set([concept]);
  for (const current of seen) for (const narrower of listAt(data.narrower, current)) seen.add(narrower);
  seen.delete(concept);
  return [...seen];
}
