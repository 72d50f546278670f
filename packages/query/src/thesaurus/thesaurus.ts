/**
 * Immutable in-memory thesaurus over shared typed arrays.
 *
 * Concepts have the ordinals 0 … size − 1; schemes and collections follow.
 */

import { listAt, type PackedLists, type PackedTexts, rowOf, textAt } from '../collections/shared-arrays.ts';
import { CATEGORY_SCHEME } from './category-thesaurus.ts';
import { type FacetTree, facetTreeLookup } from './facet-tree.ts';
import { type Label, type LabelKind, labelsOf, languagesByLabels, noteOf, preferredLabel } from './labels.ts';
import { SYNONYM_SCHEME } from './synonym-thesaurus.ts';

export type { FacetTree } from './facet-tree.ts';
export { ALTERNATIVE, HIDDEN, type Label, type LabelKind, PREFERRED } from './labels.ts';

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

export interface Thesaurus {
  readonly data: ThesaurusData;
  /** Number of concepts, including deprecated ones. */
  readonly size: number;
  /** Number of concepts that are not deprecated. */
  readonly currentSize: number;
  /** Languages of the labels, the most frequent first; without ''. */
  readonly languages: readonly string[];
  /** Number of concept labels; labels are 0 … labelCount − 1 in the order of their concepts. */
  readonly labelCount: number;
  /** The concept with exactly this URI. */
  ordinal(uri: string): number | undefined;
  /** The concept of a URI, or its successor if it was replaced. Use this for the subjects of documents. */
  resolve(uri: string): number | undefined;
  /** The successor of a replaced concept, otherwise the concept itself. */
  current(concept: number): number;
  uri(ordinal: number): string;
  /** Preferred label in the requested language, its base language, a regional form, English, or any language. */
  label(ordinal: number, language?: string): string;
  /** Preferred, then alternative, then hidden labels. */
  labels(ordinal: number): Label[];
  labelText(label: number): string;
  labelKind(label: number): LabelKind;
  labelLanguage(label: number): string;
  /** The concept of a label. */
  labelConcept(label: number): number;
  /** Definition or scope note, in a language chosen as for `label`. */
  definition(concept: number, language?: string): string | null;
  broader(concept: number): Uint32Array;
  narrower(concept: number): Uint32Array;
  related(concept: number): Uint32Array;
  /** All broader concepts (transitive), without the concept itself, each once, nearest first. */
  ancestors(concept: number): Uint32Array;
  /** All narrower concepts (transitive), without the concept itself, each once, nearest first. */
  descendants(concept: number): number[];
  deprecated(concept: number): boolean;
  /** Whether the concept only expands queries (`SYNONYM_SCHEME`). */
  isQueryOnly(concept: number): boolean;
  /** Whether texts are tagged with the concept by its labels; not with synonyms and categories (`CATEGORY_SCHEME`). */
  isExtractable(concept: number): boolean;
  /** Whether a concept can be a subject of documents. */
  readonly hasSubjects: boolean;
  /** Schemes, then collections, without that of synonyms. */
  readonly groups: readonly { uri: string; ordinal: number; kind: 'scheme' | 'collection' }[];
  /** `reference` is the URI of a scheme, collection or concept, or its `dyn_uri_…` field. */
  facet(reference: string): FacetTree | undefined;
}

export function openThesaurus(data: ThesaurusData): Thesaurus {
  const { size } = data;
  const ordinals = new Map<string, number>();
  const uris = Array.from({ length: data.uris.starts.length - 1 }, (_, i) => textAt(data.uris, i));
  uris.forEach((uri, i) => {
    ordinals.set(uri, i);
  });
  const ordinal = (uri: string) => {
    const number = ordinals.get(uri);
    return number !== undefined && number < size ? number : undefined;
  };
  const groups = data.groupKinds.map((kind, i) => ({
    uri: textAt(data.uris, size + i),
    ordinal: size + i,
    kind,
  }));
  const membersOf = (scheme: string) => {
    const group = groups.findIndex(({ uri }) => uri === scheme);
    return new Set(group < 0 ? [] : listAt(data.groupMembers, group));
  };
  const queryOnly = membersOf(SYNONYM_SCHEME);
  const categories = membersOf(CATEGORY_SCHEME);
  const thesaurus: Omit<Thesaurus, 'facet'> = {
    data,
    size,
    currentSize: size - data.deprecated.reduce((sum, isDeprecated) => sum + isDeprecated, 0),
    languages: languagesByLabels(data),
    labelCount: data.labelStarts[size]!,
    ordinal,
    resolve: (uri) => {
      const concept = ordinal(uri);
      return concept === undefined ? undefined : successor(data, concept);
    },
    current: (concept) => successor(data, concept),
    uri: (index) => uris[index]!,
    label: (index, language) => preferredLabel(data, index, language),
    labels: (index) => labelsOf(data, index),
    labelText: (label) => textAt(data.labels, label),
    labelKind: (label) => data.labelKinds[label] as LabelKind,
    labelLanguage: (label) => data.languages[data.labelLanguages[label]!]!,
    labelConcept: (label) => rowOf(data.labelStarts, label),
    definition: (concept, language) => noteOf(data, concept, language),
    broader: (concept) => listAt(data.broader, concept),
    narrower: (concept) => listAt(data.narrower, concept),
    related: (concept) => listAt(data.related, concept),
    ancestors: (concept) => listAt(data.ancestors, concept),
    descendants: (concept) => descendantsOf(data, concept),
    deprecated: (concept) => data.deprecated[concept] === 1,
    isQueryOnly: (concept) => queryOnly.has(concept),
    isExtractable: (concept) => !queryOnly.has(concept) && !categories.has(concept),
    hasSubjects: size > queryOnly.size,
    groups: groups.filter(({ uri }) => uri !== SYNONYM_SCHEME),
  };
  return { ...thesaurus, facet: facetTreeLookup(thesaurus, ordinals) };
}

function successor(data: ThesaurusData, concept: number): number {
  let current = concept;
  // The builder has cut cycles.
  for (
    let next = listAt(data.replacedBy, current)[0];
    next !== undefined;
    next = listAt(data.replacedBy, current)[0]
  )
    current = next;
  return current;
}

function descendantsOf(data: ThesaurusData, concept: number): number[] {
  const seen = new Set([concept]);
  for (const current of seen) for (const narrower of listAt(data.narrower, current)) seen.add(narrower);
  seen.delete(concept);
  return [...seen];
}
