/** Partial label matches: labels that contain words of the query and other words, in any inflection. */
import { analyzerFor } from '../analysis/analyzers.ts';
import { areInflections } from '../analysis/inflection.ts';
import { normalize } from '../analysis/normalizer.ts';
import { keyRange, type LabelIndex } from '../autocomplete/label-index.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import { listAt } from '../collections/shared-arrays.ts';
import type { IndexedThesaurus } from '../indexed-thesaurus.ts';
import type { Clause } from '../parser.ts';
import type { ConceptMatch } from '../thesaurus/concept-matcher.ts';
import type { Sense } from '../thesaurus/sense-disambiguation.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import { coversClause } from './full-labels.ts';
import type { QueryDraft, QueryMatch } from './query-draft.ts';

/** Maximum number of unmatched words that are looked up individually. */
const MAX_UNMATCHED_WORDS = 8;

/** Maximum length of an inflectional ending; inflections share the characters before it. */
const MAX_ENDING_LENGTH = 4;
/** Shorter beginnings are shared by too many words. */
const MIN_PREFIX_LENGTH = 3;
/** Words in more labels are too frequent to be distinctive. */
const MAX_LABELS_OF_WORD = 5000;
/** Number of words weighs more than the kind of the label, which is 0 to 2. */
const RANKS_PER_LENGTH = 4;
/** Maximum number of concepts to return. */
const MAX_PARTIAL_CONCEPTS = 8;
/** Added to the rank of labels in other languages; more than the rank of any label. */
const UNPREFERRED_RANK = 1 << 16;

/** Replaces matches of few words by concepts with all words in one label; otherwise, adds concepts of the other words. */
export function withPartialMatches(
  recognized: ConceptMatch[],
  positiveClauses: Clause[],
  stops: ReadonlySet<Clause>,
  query: QueryDraft,
): QueryMatch[] {
  const contentClauses = positiveClauses.filter((clause) => !stops.has(clause) && !clause.quoted);
  const isNamed = (clause: Clause) => recognized.some((match) => coversClause(match, clause));
  const matchOf = (clauses: Clause[]) => matchPartially(clauses, query);
  if (contentClauses.every(isNamed)) {
    const queryMatch = contentClauses.length > 1 ? matchOf(contentClauses) : undefined;
    return queryMatch ? [...recognized, queryMatch] : recognized;
  }
  const queryMatch = matchOf(contentClauses);
  if (queryMatch) return [queryMatch];
  const runMatches = matchRuns(contentClauses, isNamed, matchOf);
  if (recognized.length === 0 && runMatches.length === 1) return runMatches;
  return [...recognized, ...runMatches.map((match): QueryMatch => ({ ...match, manner: 'partial' }))];
}

/** Groups adjacent words as long as one label contains them all; the remaining words are looked up individually. */
function matchRuns(
  contentClauses: Clause[],
  isNamed: (clause: Clause) => boolean,
  matchOf: (clauses: Clause[]) => ConceptMatch | undefined,
): ConceptMatch[] {
  const unnamed = contentClauses.filter((clause) => !isNamed(clause)).slice(0, MAX_UNMATCHED_WORDS);
  const runs: { clauses: Clause[]; match: ConceptMatch | undefined }[] = [];
  for (const clause of contentClauses) {
    const isTried = unnamed.includes(clause);
    const previous = runs.at(-1);
    const longerRun = previous?.match && isTried ? [...previous.clauses, clause] : [];
    const longerMatch = longerRun.length > 0 ? matchOf(longerRun) : undefined;
    if (longerMatch) runs.splice(-1, 1, { clauses: longerRun, match: longerMatch });
    else runs.push({ clauses: [clause], match: isTried ? matchOf([clause]) : undefined });
  }
  return runs.flatMap(({ match }) => match ?? []);
}

function matchPartially(clauses: Clause[], { plan, statistics }: QueryDraft): ConceptMatch | undefined {
  const { analyzer, isForeign } = plan.language;
  const { indexedThesaurus } = statistics;
  const words = clauses.flatMap((clause) => clause.words);
  const texts = words.map(({ text }) => text);
  // A label without a language may be in any, and so may the label of a query whose language is unknown.
  const isQueryLanguage = (tag: string) => !analyzer || ['', analyzer.code].includes(analyzerFor(tag).code);
  const senses = partialConcepts(indexedThesaurus, texts, isQueryLanguage);
  const isLikely = ({ label }: Sense) =>
    isQueryLanguage(indexedThesaurus.thesaurus.labelLanguage(label)) || texts.some(isForeign);
  if (!senses.some(isLikely)) return undefined;
  const [begin, end] = [words[0]!.begin, words.at(-1)!.end];
  return { begin, end, words: words.length, senses, isNested: false };
}

/** Concepts with a label that has all words (at least one) in any inflection, shortest first; preferred labels exclude others. */
export function partialConcepts(
  { labelIndex, thesaurus }: IndexedThesaurus,
  typed: string[],
  isPreferred: (language: string) => boolean = () => true,
): Sense[] {
  const rankOf = (label: number) =>
    listAt(labelIndex.labelWords, label).length * RANKS_PER_LENGTH +
    labelIndex.kinds[label]! +
    (isPreferred(thesaurus.labelLanguage(label)) ? 0 : UNPREFERRED_RANK);
  const bestByConcept = new Map<number, { label: number; rank: number }>();
  for (const label of labelsWithAll(typed, labelIndex, thesaurus)) {
    const [concept, rank] = [labelIndex.concepts[label]!, rankOf(label)];
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

/** Labels that contain all words in any inflection; none if even the rarest word is in too many labels. */
function labelsWithAll(typed: string[], labelIndex: LabelIndex, thesaurus: Thesaurus): Uint32Array {
  const inflections = typed.map((word) => inflectionsOf(normalize(word), labelIndex));
  const { labels } = inflections.reduce((rarest, word) =>
    word.labels.length < rarest.labels.length ? word : rarest,
  );
  if (labels.length > MAX_LABELS_OF_WORD) return new Uint32Array();
  return labels.filter((label) => {
    const words = listAt(labelIndex.labelWords, label);
    const language = thesaurus.labelLanguage(label);
    return inflections.every(({ has }) => words.some((word) => has(word, language)));
  });
}

/** The inflections of a typed word among the words of labels. */
interface Inflections {
  /** Labels that contain a word with the same beginning. */
  labels: Uint32Array;
  has(word: number, language: string): boolean;
}

function inflectionsOf(typed: string, labelIndex: LabelIndex): Inflections {
  const { words, keyLabels } = labelIndex;
  const beginning = typed.slice(0, Math.max(MIN_PREFIX_LENGTH, typed.length - MAX_ENDING_LENGTH));
  const [from, to] = words.prefixRange(beginning);
  const decisions = new Map<string, boolean>();
  const isInflection = (word: number, tag: string) => {
    const text = words.strings[word]!;
    if (text.length > typed.length + MAX_ENDING_LENGTH) return false;
    const { stem, code } = analyzerFor(tag);
    return text === typed || (stem(text) === stem(typed) && areInflections(text, typed, code));
  };
  return {
    labels: keyLabels.subarray(...keyRange(labelIndex, from, to)),
    has(word, language) {
      if (word < from || word >= to) return false;
      return getOrInsert(decisions, `${language} ${word}`, () => isInflection(word, language));
    },
  };
}
