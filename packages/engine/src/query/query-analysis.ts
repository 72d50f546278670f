/** What an input names by the thesaurus, and which of its words say nothing: the same for every engine. */
import { normalize } from '../analysis/normalizer.ts';
import type { Token } from '../analysis/tokenizer.ts';
import { applyCorrections, type Correction } from '../spelling/apply-corrections.ts';
import type { ConceptMatch, ConceptMatchOptions } from '../thesaurus/concept-matcher.ts';
import type { IndexedThesaurus } from '../thesaurus/serialization.ts';
import { replaceDemonyms } from './demonym-concepts.ts';
import { quotedConcepts } from './exact-concepts.ts';
import { conceptMatchOptions } from './matcher-options.ts';
import { type Clause, MAX_QUERY_LENGTH, parseQuery, uniqueClauses } from './parser.ts';
import { withPartialMatches } from './partial-label-matches.ts';
import type { QueryLanguage } from './query-language.ts';
import { insideAny, liesWithin, type QueryMatch, spans } from './query-match.ts';
import { stopWordsIn } from './stop-words.ts';

/** A word that may still go on names no concept before it has so many letters, fewer where it is a label as it is. */
const shortestUnfinished = 3;
const shortestUnfinishedLabel = 2;
/** One letter of a script whose letters are words. */
const ideograph = /\p{Script=Han}/u;

/** How an input is to be read. */
export interface QueryAnalysisOptions {
  /** Labels in the input as it is typed; undefined where none are looked for. */
  labels: ConceptMatch[] | undefined;
  stopWords: boolean;
  /** Take words that name nothing for parts of labels, or for words of another language. */
  broad: boolean;
  /** Words as they were probably meant. */
  corrections: Pick<Correction, 'word' | 'text'>[];
  language: QueryLanguage;
  /** Looked at between words. */
  signal?: AbortSignal | undefined;
}

/** Labels at their places in the input, which words are in one, and which clauses say nothing. */
export function analyzeQuery(
  input: string,
  positive: Clause[],
  known: IndexedThesaurus,
  { labels, stopWords, broad, corrections, language, signal }: QueryAnalysisOptions,
): { matches: QueryMatch[]; stops: Set<Clause>; isNamed(word: Token): boolean } {
  // Telling the language of the words costs as much as reading them.
  const recognition = () => ({ ...conceptMatchOptions(language, broad), signal });
  // What names something as it is typed is meant so.
  const isTyped = insideAny(labels ?? []);
  const places = labels
    ? replaceDemonyms(positive, (word) => !isTyped(word), known.conceptMatcher, recognition(), language)
    : [];
  const isNamed = (word: Token) => isTyped(word) || places.some((place) => place.word === word);
  const others = corrections.filter(({ word }) => !isNamed(word));
  const all = [...places, ...others].sort((a, b) => a.word.begin - b.word.begin);
  const meant = asMeant(input, positive, all);
  const isOther = labels && meant.clauses !== positive;
  const named = isOther ? matchLabels(meant.input, meant.clauses, known, recognition()) : (labels ?? []);
  const stops = stopWords ? stopWordsIn(meant.clauses, named, language.stopWordAnalyzer) : new Set<Clause>();
  const matches = labels && broad ? withPartialMatches(named, meant.clauses, stops, known, language) : named;
  const quoted = labels ? quotedConcepts(input, positive, known, language) : [];
  const isPlace = (match: QueryMatch) => places.some(({ word }) => liesWithin(word, match));
  return {
    matches: [
      ...placed(matches, meant.clauses, positive).map((match) =>
        isPlace(match) && !match.isPartial ? { ...match, isDemonym: true } : match,
      ),
      ...quoted.map((match) => ({ ...match, isQuoted: true })),
    ],
    stops: new Set(positive.filter((_, i) => stops.has(meant.clauses[i]!))),
    isNamed,
  };
}

/** At their places in what was typed; what is named again by the same words is named once. */
function placed(matches: QueryMatch[], meant: Clause[], positive: Clause[]): QueryMatch[] {
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

/** As it is where corrected words are cut in another way. */
function asMeant(input: string, clauses: Clause[], corrections: QueryAnalysisOptions['corrections']) {
  if (corrections.length === 0) return { input, clauses };
  const corrected = applyCorrections(input.slice(0, MAX_QUERY_LENGTH), corrections);
  const read = parseQuery(corrected).filter((clause) => !clause.excluded);
  const isAlike = read.length === clauses.length && read.every((each, i) => sameShape(each, clauses[i]!));
  return isAlike ? { input: corrected, clauses: read } : { input, clauses };
}

function sameShape(one: Clause, other: Clause): boolean {
  return one.words.length === other.words.length && one.quoted === other.quoted;
}

/** Labels in the input, made up of whole words: not of what is excluded, quoted, or hardly begun. */
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
    return whole && !(mayGoOn && isHardlyBegun(input, match));
  });
}

function isHardlyBegun(input: string, { begin, end, senses }: ConceptMatch): boolean {
  const shortest = senses.some(({ exact }) => exact) ? shortestUnfinishedLabel : shortestUnfinished;
  return end - begin < shortest && !ideograph.test(input.slice(begin, end));
}
