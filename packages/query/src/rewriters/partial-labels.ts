/** Partial label matches: labels that contain words of the query and other words, in any inflection. */
import { analyzerFor } from '../analysis/analyzers.ts';
import { areInflections } from '../analysis/inflection.ts';
import { normalize } from '../analysis/normalizer.ts';
import type { LabelIndex } from '../autocomplete/label-index.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import { listAt } from '../collections/shared-arrays.ts';
import type { IndexedThesaurus } from '../indexed-thesaurus.ts';
import type { Clause } from '../parser.ts';
import type { QueryLanguage } from '../query-plan.ts';
import type { ConceptMatch } from '../thesaurus/concept-matcher.ts';
import type { Sense } from '../thesaurus/sense-disambiguation.ts';
import { coversClause } from './full-labels.ts';
import type { QueryDraft, QueryMatch } from './query-draft.ts';

/** Maximum number of unmatched words that are looked up individually. */
const MAX_UNMATCHED_WORDS = 8;

/** Maximum length of an inflectional ending; inflections share the characters before it. */
const MAX_ENDING_LENGTH = 4;
/** Shorter beginnings are shared by too many words. */
const MIN_PREFIX_LENGTH = 3;
/** Words in more labels are too frequent to be distinctive. */
const MAX_KEYS = 5000;
/** Number of words weighs more than the kind of the label, which is 0 to 2. */
const RANKS_PER_LENGTH = 4;
/** Maximum number of concepts to return. */
const MAX_PARTIAL_CONCEPTS = 8;
/** Added to the rank of labels in other languages; more than the rank of any label. */
const UNPREFERRED_RANK = 1 << 16;

/** Replaces matches of few words by concepts with all words in one label; otherwise, adds concepts of the other words. */
export function withPartialMatches(
  recognized: ConceptMatch[],
  positive: Clause[],
  stops: ReadonlySet<Clause>,
  { plan, statistics }: QueryDraft,
): QueryMatch[] {
  const contentClauses = positive.filter((clause) => !stops.has(clause) && !clause.quoted);
  const isNamed = (clause: Clause) => recognized.some((match) => coversClause(match, clause));
  const matchOf = (clauses: Clause[]) => matchPartially(clauses, statistics.indexedThesaurus, plan.language);
  const areNamed = contentClauses.every(isNamed);
  const queryMatch = contentClauses.length > 1 || !areNamed ? matchOf(contentClauses) : undefined;
  if (areNamed) return queryMatch ? [...recognized, queryMatch] : recognized;
  if (queryMatch) return [queryMatch];
  const runMatches = matchRuns(contentClauses, isNamed, matchOf);
  if (recognized.length === 0 && runMatches.length === 1) return runMatches;
  return [...recognized, ...runMatches.map((match): QueryMatch => ({ ...match, manner: 'partial' }))];
}

/** Groups adjacent words as long as one label contains them all; the remaining words are looked up individually. */
function matchRuns(
  contentClauses: Clause[],
  isNamed: (clause: Clause) => boolean,
  match: (clauses: Clause[]) => ConceptMatch | undefined,
): ConceptMatch[] {
  const matches: ConceptMatch[] = [];
  // The words of the last match; empty after a word that no match contains.
  let run: Clause[] = [];
  let tried = 0;
  for (const clause of contentClauses) {
    const mayMatch = !isNamed(clause) && tried++ < MAX_UNMATCHED_WORDS;
    const longerMatch = mayMatch && run.length > 0 ? match([...run, clause]) : undefined;
    if (longerMatch) matches.pop();
    else run = [];
    const clauseMatch = longerMatch ?? (mayMatch ? match([clause]) : undefined);
    if (!clauseMatch) continue;
    run.push(clause);
    matches.push(clauseMatch);
  }
  return matches;
}

function matchPartially(
  clauses: Clause[],
  indexedThesaurus: IndexedThesaurus,
  language: QueryLanguage,
): ConceptMatch | undefined {
  const { thesaurus } = indexedThesaurus;
  const words = clauses.flatMap((clause) => clause.words);
  const texts = words.map(({ text }) => text);
  const { analyzer } = language;
  // A label without a language may be in any, and so may the label of a query whose language is unknown.
  const isQueryLanguage = (tag: string) => !analyzer || ['', analyzer.code].includes(analyzerFor(tag).code);
  const senses = partialConcepts(indexedThesaurus, texts, isQueryLanguage);
  const isLikely = ({ label }: Sense) =>
    isQueryLanguage(thesaurus.labelLanguage(label)) || texts.some(language.isForeign);
  if (!senses.some(isLikely)) return undefined;
  const [begin, end] = [words[0]!.begin, words.at(-1)!.end];
  return { begin, end, words: words.length, senses, isNested: false };
}

/** Concepts with a label that has all words in any inflection, shortest first; other languages only without preferred labels. */
export function partialConcepts(
  { labelIndex: index, thesaurus }: IndexedThesaurus,
  typed: string[],
  isPreferred: (language: string) => boolean = () => true,
): Sense[] {
  if (typed.length === 0) return [];
  const ranges = typed.map((word) => inflectionRange(index, normalize(word)));
  const rarest = ranges.reduce((fewest, range) => (range.keys < fewest.keys ? range : fewest));
  if (rarest.keys > MAX_KEYS) return [];
  const bestByConcept = new Map<number, { label: number; rank: number }>();
  for (let key = index.keyStarts[rarest.from]!; key < index.keyStarts[rarest.to]!; key++) {
    const label = index.keyLabels[key]!;
    const language = thesaurus.labelLanguage(label);
    const words = listAt(index.labelWords, label);
    if (!ranges.every(({ isForm }) => words.some((word) => isForm(word, language)))) continue;
    const concept = index.concepts[label]!;
    const ownRank = words.length * RANKS_PER_LENGTH + index.kinds[label]!;
    const rank = ownRank + (isPreferred(language) ? 0 : UNPREFERRED_RANK);
    const previous = bestByConcept.get(concept);
    if (!previous || rank < previous.rank) bestByConcept.set(concept, { label, rank });
  }
  const concepts = [...bestByConcept];
  const preferred = concepts.filter(([, { rank }]) => rank < UNPREFERRED_RANK);
  return (preferred.length > 0 ? preferred : concepts)
    .sort(([, a], [, b]) => a.rank - b.rank || a.label - b.label)
    .slice(0, MAX_PARTIAL_CONCEPTS)
    .map(([concept, { label }]) => ({ concept, label, isExact: false }));
}

/** Range of label words that may be inflections of a typed word. */
interface InflectionRange {
  from: number;
  to: number;
  /** Number of labels that contain one of these words. */
  keys: number;
  isForm(word: number, language: string): boolean;
}

function inflectionRange({ words, keyStarts }: LabelIndex, typed: string): InflectionRange {
  const beginning = typed.slice(0, Math.max(MIN_PREFIX_LENGTH, typed.length - MAX_ENDING_LENGTH));
  const [from, to] = words.prefixRange(beginning);
  const decided = new Map<string, boolean>();
  const decide = (word: number, tag: string) => {
    const text = words.strings[word]!;
    if (text.length > typed.length + MAX_ENDING_LENGTH) return false;
    const { stem, code } = analyzerFor(tag);
    return text === typed || (stem(text) === stem(typed) && areInflections(text, typed, code));
  };
  return {
    from,
    to,
    keys: keyStarts[to]! - keyStarts[from]!,
    isForm(word, language) {
      if (word < from || word >= to) return false;
      return getOrInsert(decided, `${language} ${word}`, () => decide(word, language));
    },
  };
}
