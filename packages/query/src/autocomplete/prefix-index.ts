/** Prefix index of labels for autocomplete; depends on the thesaurus only. */

import { normalizeSpelling } from '../analysis/normalizer.ts';
import { forEachToken, tokenize } from '../analysis/tokenizer.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import { GrowableUint32Array } from '../collections/growable-array.ts';
import {
  type PackedLists,
  type SharedUint8Array,
  type SharedUint32Array,
  sharedUint8,
  sharedUint32,
} from '../collections/shared-arrays.ts';
import { TermHashTable } from '../collections/term-hash-table.ts';
import { HIDDEN, type Thesaurus } from '../thesaurus/thesaurus.ts';
import { buildLabelDictionary, type LabelDictionary } from './label-dictionary.ts';
import { sortedKeys } from './label-sort.ts';

export interface SuggestionIndex {
  vocabulary: LabelDictionary;
  /** Words of each label, as numbers in the dictionary. */
  labelWords: PackedLists;
  /** The concept suggested by each label, and the kind of the label; labels of replaced concepts count as hidden. */
  concepts: SharedUint32Array;
  kinds: SharedUint8Array;
  /** A key is the suffix of a label from one of its words. Keys are sorted by their words. */
  keyLabels: SharedUint32Array;
  /** The word of the label at which the key starts. */
  keyWords: SharedUint8Array;
  /** The first key of each dictionary word, and the end of the last. */
  keyStarts: SharedUint32Array;
}

/** Further words of a label are ignored. */
const MAX_LABEL_WORDS = 255;

export function buildSuggestionIndex(thesaurus: Thesaurus): SuggestionIndex {
  const count = thesaurus.labelCount;
  const { numbers, labelWords } = tokenizeLabels(thesaurus);
  const sorted = [...numbers.keys()].sort((a, b) => (a < b ? -1 : 1));
  const rankOf = new Uint32Array(sorted.length);
  sorted.forEach((word, rank) => {
    rankOf[numbers.get(word)!] = rank;
  });
  const { targets } = labelWords;
  for (let i = 0; i < targets.length; i++) targets[i] = rankOf[targets[i]!]!;
  const concepts = sharedUint32(count);
  const kinds = sharedUint8(count);
  for (let label = 0; label < count; label++) {
    const own = thesaurus.labelConcept(label);
    concepts[label] = thesaurus.current(own);
    kinds[label] = concepts[label] === own ? thesaurus.labelKind(label) : HIDDEN;
  }
  const vocabulary = buildLabelDictionary(sorted);
  return { vocabulary, labelWords, concepts, kinds, ...sortedKeys(labelWords, sorted.length) };
}

function tokenizeLabels(thesaurus: Thesaurus) {
  const numbers = new Map<string, number>();
  // Labels share most of their words; a known word needs no new string.
  const known = new TermHashTable();
  const words = new GrowableUint32Array();
  const starts = sharedUint32(thesaurus.labelCount + 1);
  for (let label = 0; label < thesaurus.labelCount; label++) {
    const begins = words.length;
    const concept = thesaurus.current(thesaurus.labelConcept(label));
    if (!thesaurus.deprecated(concept) && !thesaurus.isQueryOnly(concept)) {
      const text = thesaurus.labelText(label);
      forEachToken(text, (begin, end) => {
        if (words.length - begins === MAX_LABEL_WORDS) return;
        let number = known.find(text, begin, end);
        if (number < 0) {
          number = getOrInsert(numbers, normalizeSpelling(text.slice(begin, end)), () => numbers.size);
          known.add(text, begin, end, number);
        }
        words.push(number);
      });
    }
    starts[label + 1] = words.length;
  }
  return { numbers, labelWords: { starts, targets: sharedUint32(words.view()) } };
}

/** A spelling of a dictionary word in a label, in lower case. */
export function labelSpelling(
  { keyStarts, keyLabels, keyWords }: SuggestionIndex,
  thesaurus: Thesaurus,
  word: number,
): string {
  const key = keyStarts[word]!;
  return tokenize(thesaurus.labelText(keyLabels[key]!))[keyWords[key]!]!.text.toLowerCase();
}

/** The words of a text, normalized as in the index. */
export function normalizedWords(text: string): string[] {
  const found: string[] = [];
  forEachToken(text, (begin, end) => found.push(normalizeSpelling(text.slice(begin, end))));
  return found;
}
