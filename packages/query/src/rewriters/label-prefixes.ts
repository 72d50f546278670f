/** Prefix matching of labels: concepts with a label that starts with the last words typed. */

import { expandUmlauts, normalize, normalizeSpelling, umlautPrefixes } from '../analysis/normalizer.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import { type LabelIndex, labelSpelling } from '../autocomplete/label-index.ts';
import { listAt } from '../collections/shared-arrays.ts';
import type { IndexedThesaurus } from '../indexed-thesaurus.ts';
import type { Clause } from '../parser.ts';
import type { QueryLanguage } from '../query-plan.ts';
import type { ConceptMatch, Sense } from '../thesaurus/concept-matcher.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import { coversClause, isInQueryLanguage, type QueryMatch } from './label-matches.ts';

/** Shorter prefixes match too many labels. */
const MIN_PREFIX_LENGTH = 3;
/** Maximum words of a label prefix, the last one incomplete. */
const MAX_PREFIX_WORDS = 4;
/** Prefixes of more labels are not distinctive. */
const MAX_KEYS = 1000;
/** Maximum concepts; labels with the fewest words come first. */
const MAX_PREFIX_CONCEPTS = 5;

/**
 * Matches the longest suffix of the input that starts a label, preferably in the query language. Returns nothing if
 * the last word is a complete word or part of a label in `named`.
 */
export function prefixConcepts(
  clauses: Clause[],
  named: readonly ConceptMatch[],
  known: IndexedThesaurus,
  language: QueryLanguage,
  isWhole: (word: string) => boolean,
): QueryMatch[] {
  const last = clauses.at(-1);
  if (!last?.unfinished || named.some((match) => coversClause(match, last))) return [];
  const { text } = last.words.at(-1)!;
  if (text.length < MIN_PREFIX_LENGTH || isWhole(text)) return [];
  for (const candidate of prefixCandidates(clauses)) {
    const typed = candidate.flatMap((clause) => clause.words);
    const senses = conceptsWithPrefix(
      typed.map((word) => word.text),
      known,
      language,
    );
    if (senses.length === 0) continue;
    const at = { begin: typed[0]!.begin, end: typed.at(-1)!.end };
    const isPartial = candidate.length < clauses.length;
    return [{ ...at, words: typed.length, senses, nested: false, isPrefix: true, isPartial }];
  }
  return [];
}

/** Candidate prefixes, the longest first: the unclosed phrase, or the last words of the input. */
function prefixCandidates(clauses: Clause[]): Clause[][] {
  if (clauses.at(-1)!.quoted) return [clauses.slice(-1)];
  const candidates: Clause[][] = [];
  for (let count = Math.min(MAX_PREFIX_WORDS, clauses.length); count > 0; count--)
    candidates.push(clauses.slice(-count));
  return candidates.filter((typed) => !typed.some(({ quoted }) => quoted));
}

function conceptsWithPrefix(
  typed: string[],
  { suggestions, thesaurus }: IndexedThesaurus,
  language: QueryLanguage,
): Sense[] {
  const { words, keyStarts, keyLabels, keyWords, labelWords, concepts } = suggestions;
  const beginning = typed.at(-1)!;
  const before = typed.slice(0, -1).map((word) => words.find(normalizeSpelling(word)));
  const spellings = new Set([beginning, ...umlautPrefixes(beginning)].map(normalizeSpelling));
  const ranges = [...spellings].map((spelling) => words.prefixRange(spelling));
  const isLast = (word: number) => ranges.some(([from, to]) => from <= word && word < to);
  const firsts = before.length > 0 ? [[before[0]!, before[0]! + 1] as const] : ranges;
  // Normalized, `Kanada` and `Kängurus` have the same prefix; only the label shows which one `Kaen` starts.
  const isWrittenSo = (label: number) => {
    const word = tokenize(thesaurus.labelText(label))[before.length]?.text ?? '';
    return [normalizeSpelling(word), expandUmlauts(word)].some((each) =>
      each.startsWith(normalizeSpelling(beginning)),
    );
  };
  const labels: number[] = [];
  for (const [from, to] of firsts) {
    if (from < 0 || keyStarts[to]! - keyStarts[from]! > MAX_KEYS) continue;
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
  return [...found.values()].slice(0, MAX_PREFIX_CONCEPTS);
}

/** True if a word of a label starts with these characters, also with umlauts written as two vowels. */
export function isLabelWordPrefix(beginning: string, index: LabelIndex, thesaurus: Thesaurus): boolean {
  const [from, to] = index.words.prefixRange(normalizeSpelling(beginning));
  if (from < to) return true;
  const typed = normalize(beginning);
  return umlautPrefixes(beginning).some((spelling) => {
    const [first, end] = index.words.prefixRange(normalizeSpelling(spelling));
    for (let word = first; word < end; word++)
      if (expandUmlauts(labelSpelling(index, thesaurus, word)).startsWith(typed)) return true;
    return false;
  });
}
