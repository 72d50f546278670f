/** Query analysis: recognizes concepts and stop words. All search backends use it. */
import { normalize } from '../analysis/normalizer.ts';
import type { Token } from '../analysis/tokenizer.ts';
import type { IndexedThesaurus } from '../indexed-thesaurus.ts';
import { type Clause, MAX_QUERY_LENGTH, parseQuery, uniqueClauses } from '../parser.ts';
import type { Correction, QueryLanguage } from '../query.ts';
import { applyCorrections } from '../spelling/apply-corrections.ts';
import type { ConceptMatch, ConceptMatchOptions } from '../thesaurus/concept-matcher.ts';
import { replaceDemonyms } from './demonym-concepts.ts';
import { quotedConcepts } from './exact-concepts.ts';
import { conceptMatchOptions } from './matcher-options.ts';
import { withPartialMatches } from './partial-label-matches.ts';
import { insideAny, liesWithin, type QueryMatch, spans } from './query-match.ts';
import { stopWordsIn } from './stop-words.ts';

/** Minimum length of an unfinished word that names a concept; `shortestUnfinishedLabel` applies to exact labels. */
const MIN_UNFINISHED_LENGTH = 3;
const MIN_UNFINISHED_LABEL_LENGTH = 2;
/** A single character of these scripts can be a word. */
const ideograph = /\p{Script=Han}/u;

/** Options of the query analysis. */
export interface QueryAnalysisOptions {
  /** Labels in the unmodified input; undefined if concepts are disabled. */
  labels: ConceptMatch[] | undefined;
  stopWords: boolean;
  /** Match partial labels and words of other languages. */
  broad: boolean;
  /** Spelling corrections and splits to apply before matching. */
  corrections: Pick<Correction, 'word' | 'text'>[];
  language: QueryLanguage;
  /** Checked between words. */
  signal?: AbortSignal | undefined;
}

/** Returns the concept matches with offsets in the input, the stop word clauses, and a test for words in a match. */
export function analyzeQuery(
  input: string,
  positive: Clause[],
  known: IndexedThesaurus,
  { labels, stopWords, broad, corrections, language, signal }: QueryAnalysisOptions,
): { matches: QueryMatch[]; stops: Set<Clause>; isNamed(word: Token): boolean } {
  // Evaluated only if needed: it costs as much as the matching itself.
  const recognition = () => ({ ...conceptMatchOptions(language, broad), signal });
  // Words of a label are never corrected.
  const isTyped = insideAny(labels ?? []);
  const places = labels
    ? replaceDemonyms(positive, (word) => !isTyped(word), known.conceptMatcher, recognition(), language)
    : [];
  const isNamed = (word: Token) => isTyped(word) || places.some((place) => place.word === word);
  const others = corrections.filter(({ word }) => !isNamed(word));
  const all = [...places, ...others].sort((a, b) => a.word.begin - b.word.begin);
  const meant = corrected(input, positive, all);
  const isOther = labels && meant.clauses !== positive;
  const named = isOther ? matchLabels(meant.input, meant.clauses, known, recognition()) : (labels ?? []);
  const stops = stopWords ? stopWordsIn(meant.clauses, named, language.stopWordAnalyzer) : new Set<Clause>();
  const matches = labels && broad ? withPartialMatches(named, meant.clauses, stops, known, language) : named;
  const quoted = labels ? quotedConcepts(input, positive, known, language) : [];
  const isPlace = (match: QueryMatch) => places.some(({ word }) => liesWithin(word, match));
  return {
    matches: [
      ...withInputOffsets(matches, meant.clauses, positive).map((match) =>
        isPlace(match) && !match.isPartial ? { ...match, isDemonym: true } : match,
      ),
      ...quoted.map((match) => ({ ...match, isQuoted: true })),
    ],
    stops: new Set(positive.filter((_, i) => stops.has(meant.clauses[i]!))),
    isNamed,
  };
}

/** Maps matches back to offsets in the original input and merges repeated matches. */
function withInputOffsets(matches: QueryMatch[], meant: Clause[], positive: Clause[]): QueryMatch[] {
  const byWords = new Map<string, QueryMatch>();
  for (const match of matches) {
    const inside = positive.filter((_, i) => spans(match, meant[i]!));
    const typed = uniqueClauses(inside).map(
      ({ clause }) => `${clause.words[0]!.text}${clause.unfinished ? '*' : ''}`,
    );
    const key = normalize(`${typed.join(' ')} ${match.senses.map(({ concept }) => concept).join(' ')}`);
    if (byWords.has(key)) continue;
    const [begin, end] = [inside[0]!.words[0]!.begin, inside.at(-1)!.words.at(-1)!.end];
    byWords.set(key, { ...match, begin, end });
  }
  return [...byWords.values()];
}

/** Applies corrections, unless they change the number or shape of the clauses. */
function corrected(input: string, clauses: Clause[], corrections: QueryAnalysisOptions['corrections']) {
  if (corrections.length === 0) return { input, clauses };
  const corrected = applyCorrections(input.slice(0, MAX_QUERY_LENGTH), corrections);
  const read = parseQuery(corrected).filter((clause) => !clause.excluded);
  const isAlike = read.length === clauses.length && read.every((each, i) => sameShape(each, clauses[i]!));
  return isAlike ? { input: corrected, clauses: read } : { input, clauses };
}

function sameShape(one: Clause, other: Clause): boolean {
  return one.words.length === other.words.length && one.quoted === other.quoted;
}

/** Labels that consist of whole words of the input, without excluded, quoted and short unfinished ones. */
export function matchLabels(
  input: string,
  positive: Clause[],
  { conceptMatcher }: IndexedThesaurus,
  options: ConceptMatchOptions,
): ConceptMatch[] {
  return conceptMatcher.match(input.slice(0, MAX_QUERY_LENGTH), options).filter((match) => {
    const inside = positive.filter((clause) => spans(match, clause));
    const mayGoOn = inside.length === 1 && inside[0]!.unfinished;
    const whole = inside.length === match.words && !inside.some((clause) => clause.quoted);
    return whole && !(mayGoOn && isTooShort(input, match));
  });
}

function isTooShort(input: string, { begin, end, senses }: ConceptMatch): boolean {
  const shortest = senses.some(({ exact }) => exact) ? MIN_UNFINISHED_LABEL_LENGTH : MIN_UNFINISHED_LENGTH;
  return end - begin < shortest && !ideograph.test(input.slice(begin, end));
}
