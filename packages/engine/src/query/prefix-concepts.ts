/** Concepts that have a label which begins with what is typed: what may be meant while the last word is not yet at its end. */

import { expandUmlauts, normalizeSpelling, umlautPrefixes } from '../analysis/normalizer.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import { findWord, prefixRange } from '../autocomplete/label-dictionary.ts';
import { listAt } from '../shared-arrays.ts';
import type { ConceptMatch, Sense } from '../thesaurus/concept-matcher.ts';
import type { IndexedThesaurus } from '../thesaurus/serialization.ts';
import type { Clause } from './parser.ts';
import { isInQueryLanguage, type QueryLanguage } from './query-language.ts';
import { type QueryMatch, spans } from './query-match.ts';

/** Fewer letters begin too much. */
const shortestBeginning = 3;
/** Words of a label that are typed, the last one in part. */
const mostWords = 4;
/** More labels begin with what tells nothing yet. */
const mostKeys = 1000;
/** Those with the fewest words are likeliest. */
const mostConcepts = 5;

/**
 * By the longest end of the input that begins a label, of the language asked in where it has one. None where the last word
 * is in a label that is `named`, or is one by itself.
 */
export function prefixConcepts(
  clauses: Clause[],
  named: readonly ConceptMatch[],
  known: IndexedThesaurus,
  language: QueryLanguage,
  isWhole: (word: string) => boolean,
): QueryMatch[] {
  const last = clauses.at(-1);
  if (!last?.unfinished || named.some((match) => spans(match, last))) return [];
  const { text } = last.words.at(-1)!;
  if (text.length < shortestBeginning || isWhole(text)) return [];
  for (const begun of mayBegin(clauses)) {
    const typed = begun.flatMap((clause) => clause.words);
    const senses = conceptsBegun(
      typed.map((word) => word.text),
      known,
      language,
    );
    if (senses.length === 0) continue;
    const at = { begin: typed[0]!.begin, end: typed.at(-1)!.end };
    const isPartial = begun.length < clauses.length;
    return [{ ...at, words: typed.length, senses, nested: false, isPrefix: true, isPartial }];
  }
  return [];
}

/** What may begin a label: the phrase at the end, or the words there, as many as a label may have first. */
function mayBegin(clauses: Clause[]): Clause[][] {
  if (clauses.at(-1)!.quoted) return [clauses.slice(-1)];
  const begun: Clause[][] = [];
  for (let count = Math.min(mostWords, clauses.length); count > 0; count--) begun.push(clauses.slice(-count));
  return begun.filter((typed) => !typed.some(({ quoted }) => quoted));
}

function conceptsBegun(
  typed: string[],
  { suggestions, thesaurus }: IndexedThesaurus,
  language: QueryLanguage,
): Sense[] {
  const { vocabulary, keyStarts, keyLabels, keyWords, labelWords, concepts } = suggestions;
  const beginning = typed.at(-1)!;
  const before = typed.slice(0, -1).map((word) => findWord(vocabulary, normalizeSpelling(word)));
  const spellings = new Set([beginning, ...umlautPrefixes(beginning)].map(normalizeSpelling));
  const ranges = [...spellings].map((spelling) => prefixRange(vocabulary, spelling));
  const isLast = (word: number) => ranges.some(([from, to]) => from <= word && word < to);
  const firsts = before.length > 0 ? [[before[0]!, before[0]! + 1] as const] : ranges;
  // Folded, `Kanada` begins like `Kängurus`: which of them `Kaen` begins, shows by the label itself.
  const isWrittenSo = (label: number) => {
    const word = tokenize(thesaurus.labelText(label))[before.length]?.text ?? '';
    return [normalizeSpelling(word), expandUmlauts(word)].some((each) =>
      each.startsWith(normalizeSpelling(beginning)),
    );
  };
  const labels: number[] = [];
  for (const [from, to] of firsts) {
    if (from < 0 || keyStarts[to]! - keyStarts[from]! > mostKeys) continue;
    for (let key = keyStarts[from]!; key < keyStarts[to]!; key++) {
      const own = listAt(labelWords, keyLabels[key]!);
      const isBegun = before.every((word, i) => own[i] === word) && isLast(own[before.length] ?? -1);
      if (keyWords[key] === 0 && isBegun && isWrittenSo(keyLabels[key]!)) labels.push(keyLabels[key]!);
    }
  }
  const isOwn = (label: number) => isInQueryLanguage(language, thesaurus.labelLanguage(label));
  const meant = labels.some(isOwn) ? labels.filter(isOwn) : labels;
  const length = (label: number) => listAt(labelWords, label).length;
  const found = new Map<number, Sense>();
  for (const label of meant.sort((a, b) => length(a) - length(b) || a - b)) {
    const concept = concepts[label]!;
    if (!found.has(concept)) found.set(concept, { concept, label, exact: false });
  }
  return [...found.values()].slice(0, mostConcepts);
}
