/** Thesaurus data as typed arrays: stored on disk and shared between threads. */
import type {
  PackedLists,
  PackedTexts,
  SharedUint8Array,
  SharedUint16Array,
  SharedUint32Array,
} from '../collections/shared-arrays.ts';

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
  labelStarts: SharedUint32Array;
  labelKinds: SharedUint8Array;
  labelLanguages: SharedUint16Array;
  /** Definitions, then scope notes of a concept. */
  notes: PackedTexts;
  noteStarts: SharedUint32Array;
  noteLanguages: SharedUint16Array;
  broader: PackedLists;
  narrower: PackedLists;
  related: PackedLists;
  /** Nearest first. */
  ancestors: PackedLists;
  /** 1 for deprecated concepts. */
  deprecated: SharedUint8Array;
  replacedBy: PackedLists;
  /** By group: declared concepts, and top concepts or direct members in order. */
  groupMembers: PackedLists;
  groupRoots: PackedLists;
}
