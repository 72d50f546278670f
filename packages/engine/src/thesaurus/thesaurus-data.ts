/** A thesaurus as typed arrays: what is stored of it, and shared by threads. */
import type { PackedLists, PackedTexts, SharedUint32Array, Uint8, Uint16 } from '../shared-arrays.ts';

/** What a worker thread needs to open the same thesaurus; all of it survives structured cloning. */
export interface ThesaurusData {
  size: number;
  /** Tags by number; number 0 is ''. */
  languages: string[];
  /** Of concepts, then schemes and collections. */
  uris: PackedTexts;
  groupKinds: ('scheme' | 'collection')[];
  /** Labels of resource `i` are `labelStarts[i] … labelStarts[i + 1]`, preferred before alternative before hidden. */
  labels: PackedTexts;
  labelStarts: SharedUint32Array;
  labelKinds: Uint8;
  labelLanguages: Uint16;
  /** Definitions, then scope notes of a concept. */
  notes: PackedTexts;
  noteStarts: SharedUint32Array;
  noteLanguages: Uint16;
  broader: PackedLists;
  narrower: PackedLists;
  related: PackedLists;
  /** Nearest first. */
  ancestors: PackedLists;
  /** 1 where deprecated. */
  deprecated: Uint8;
  replacedBy: PackedLists;
  /** By group: concepts declared in it, and the top concepts or the direct members in their order. */
  groupMembers: PackedLists;
  groupRoots: PackedLists;
}
