/** Term expansion: inflections and prefix expansions of words, labels of concepts, as terms. */
import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { areInflections } from '../analysis/inflection.ts';
import { normalize } from '../analysis/normalizer.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import { genderBase } from '../analysis/word-shapes.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import type { IndexStatistics, ReadableTermDictionary } from '../index-statistics.ts';
import type { Clause } from '../parser.ts';
import type { Matcher, QuerySettings, TermSet } from '../query-plan.ts';
import { HIDDEN } from '../thesaurus/thesaurus.ts';
import type { QueryDraft } from './query-draft.ts';

/** Maximum number of expansions of a letter and of a phrase's last word: all of them would be a tenth of the dictionary. */
const MAX_PREFIX_EXPANSIONS = 100;

/** Share of a word's weight for the form as typed, so that this form counts more than its inflections. */
export const EXACT_FORM_SHARE = 0.3;

/** Terms of the word and of its inflections in these languages. */
export function matchingTerms(
  word: string,
  termDictionary: ReadableTermDictionary,
  languages: Analyzer[],
): TermSet {
  const terms = new Set<number>();
  const exact = termDictionary.find(word);
  if (exact >= 0) terms.add(exact);
  for (const language of languages)
    for (const term of termDictionary.unambiguousForms(word, language)) terms.add(term);
  const base = genderBase(word);
  if (base !== undefined) for (const term of matchingTerms(base, termDictionary, languages)) terms.add(term);
  return [...terms];
}

/** Terms of a quoted word, which matches only as written. */
function exactTerms(word: string, termDictionary: ReadableTermDictionary): TermSet {
  return [termDictionary.find(word)].filter((term) => term >= 0);
}

/** A phrase of words, or a single word. */
export function phraseMatcher(words: TermSet[]): Matcher {
  return words.length === 1 ? { kind: 'word', terms: words[0]! } : { kind: 'phrase', words };
}

/** The clause as typed, with inflections unless it is quoted. */
export function clauseMatcher(
  { words, quoted }: Clause,
  termDictionary: ReadableTermDictionary,
  analyzersFor: (word: string) => Analyzer[],
): Matcher {
  return phraseMatcher(
    words.map(({ text }) =>
      quoted ? exactTerms(text, termDictionary) : matchingTerms(text, termDictionary, analyzersFor(text)),
    ),
  );
}

/** A quoted clause as typed, and with its last word as a prefix if it is unfinished. */
export function quotedMatchers(clause: Clause, statistics: IndexStatistics): Matcher[] {
  const exact = clauseMatcher(clause, statistics.termDictionary, () => []);
  const prefix = clause.unfinished ? prefixPhraseMatcher(clause, statistics) : undefined;
  return prefix ? [exact, prefix] : [exact];
}

/** Prefix expansions of a word, including itself; undefined if there are none. */
export function prefixMatcher(
  { words }: Clause,
  { termDictionary, mostFrequent }: IndexStatistics,
  { expanding }: QuerySettings,
): Matcher | undefined {
  const word = words[0]!.text;
  const longer = termDictionary.startingWith(normalize(word));
  const { languages, terms } = termDictionary;
  const isContentWord = (term: number) => !languages.some((language) => language.isStopWord(terms.at(term)));
  const expansions =
    word.length > 1
      ? longer
      : mostFrequent(longer, MAX_PREFIX_EXPANSIONS, expanding ? isContentWord : () => true);
  return expansions.length > 0 ? { kind: 'word', terms: expansions } : undefined;
}

/** A phrase whose last word is a prefix. The number of expansions is limited, because each is checked at each match. */
export function prefixPhraseMatcher(
  { words }: Clause,
  { termDictionary, mostFrequent }: IndexStatistics,
): Matcher | undefined {
  const precedingWords = words.slice(0, -1).map(({ text }) => exactTerms(text, termDictionary));
  const longer = termDictionary.startingWith(normalize(words.at(-1)!.text));
  const expansions =
    longer.length > MAX_PREFIX_EXPANSIONS ? mostFrequent(longer, MAX_PREFIX_EXPANSIONS, () => true) : longer;
  const groups = [...precedingWords, expansions];
  return groups.every(({ length }) => length > 0) ? phraseMatcher(groups) : undefined;
}

interface Spelling {
  text: string;
  /** Languages of the labels with this spelling. */
  languages: Analyzer[];
}

/** The distinct spellings of a concept's labels, the requested language first. */
export function spellingsOf(concept: number, { statistics, options }: QueryDraft): Spelling[] {
  const requested = options.language === undefined ? undefined : analyzerFor(options.language);
  const labels = statistics.indexedThesaurus.thesaurus.labels(concept).filter(({ kind }) => kind !== HIDDEN);
  const order = [requested?.code, ...labels.map(({ language }) => analyzerFor(language).code)];
  const rank = (language: string) => order.indexOf(analyzerFor(language).code);
  const spellings = new Map<string, Spelling>();
  for (const { text, language } of labels.toSorted((a, b) => rank(a.language) - rank(b.language))) {
    const spelling = getOrInsert(spellings, normalize(text), () => ({ text, languages: [] }));
    spelling.languages.push(analyzerFor(language));
  }
  return [...spellings.values()];
}

/** Adds a label as a matcher. Labels that differ only in inflection, in one language or several, count once. */
export function addLabel(synonyms: Map<string, Matcher>, spelling: Spelling, query: QueryDraft): void {
  const { termDictionary } = query.statistics;
  const analyzers = analyzersOf(spelling, termDictionary);
  const words = tokenize(spelling.text);
  // A single word is expanded to its inflections only; in a phrase the other words disambiguate it.
  const termsOf = words.length === 1 ? inflectionsOf : matchingTerms;
  const groups = words.map((word) => termsOf(word.text, termDictionary, analyzers));
  if (groups.length === 0 || groups.some((group) => group.length === 0)) return;
  const key = groups.map((group) => group.toSorted((a, b) => a - b).join(' ')).join(',');
  synonyms.set(key, phraseMatcher(groups));
}

/** Excludes terms that share only the stem: `orange` is not an inflection of `orang`. */
function inflectionsOf(name: string, termDictionary: ReadableTermDictionary, languages: Analyzer[]): TermSet {
  const exact = matchingTerms(name, termDictionary, []);
  const forms = languages.flatMap((language) =>
    termDictionary
      .unambiguousForms(name, language)
      .filter((term) => areInflections(name, termDictionary.spelling(term), language.code)),
  );
  return [...new Set([...exact, ...forms])];
}

/** True for labels made of stop words, which would match most texts: `EN` for endangered species is Spanish `en`. */
export function hasOnlyStopWords(spelling: Spelling, { statistics }: QueryDraft): boolean {
  const words = tokenize(spelling.text);
  const areStopWords = (language: Analyzer) => words.every(({ text }) => language.isStopWord(text));
  return words.length > 0 && analyzersOf(spelling, statistics.termDictionary).some(areStopWords);
}

/** A label without a language is analyzed in all languages. */
function analyzersOf({ languages }: Spelling, termDictionary: ReadableTermDictionary): Analyzer[] {
  return languages.some(({ code }) => code === '') ? termDictionary.languages : languages;
}
