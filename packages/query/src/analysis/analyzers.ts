/** Analyzers by language: stemmer and stop words. */
import languageData from './data/languages.json' with { type: 'json' };
import wordLists from './data/stop-words.json' with { type: 'json' };
import { regularForm, regularStem } from './irregular-forms.ts';
import { canonicalLanguageTag } from './language-tags.ts';
import { expandUmlauts, lowercaseNfkc, normalize } from './normalizer.ts';
import { loadModule, type StemmedLanguage, stemmerOf } from './stemmers.ts';
import { hasSpecialCharacters } from './word-shapes.ts';

export interface Analyzer {
  /** ISO 639-1, or the primary subtag of an unknown tag. */
  code: string;
  /** The normalized stem; words with the same stem are inflections of each other. Takes the original word. */
  stem(word: string): string;
  /** True if stems keep the first letter of the word, normalized as {@link normalize} does. */
  keepsFirstLetter: boolean;
  /** Takes a word as written; a term of the index is normalized already. Polish `mają` is a stop word, but the name Maja is not. */
  isStopWord(word: string): boolean;
  /** True for a word with which a visitor asks for documents: a stop word of a sentence. Takes a normalized word. */
  isRequestWord(normalized: string): boolean;
}

/** A language with a stemmer or stop words. */
interface Language extends StemmedLanguage {
  /** False if the library has no stop words. */
  stopWords?: boolean;
  keepsFirstLetter?: boolean;
}

const languages = new Map<string, Language>(Object.entries(languageData));

/** Both written forms of Norwegian have one stemmer. */
const aliases: Record<string, string> = { nb: 'no', nn: 'no' };

/** Tags come from documents, so there is no limit to unknown languages. */
const MAX_CACHED_ANALYZERS = 500;
const analyzers = new Map<string, Analyzer>();

/** Analyzer of a tag that {@link canonicalLanguageTag} accepts. An unknown language has no stemmer and no stop words. */
export function analyzerFor(tag: string | null | undefined): Analyzer {
  const base = (canonicalLanguageTag(tag) ?? tag ?? '').toLowerCase().split(/[-_]/, 1)[0]!;
  const code = Object.hasOwn(aliases, base) ? aliases[base]! : base;
  const cached = analyzers.get(code);
  if (cached) return cached;
  const analyzer = createAnalyzer(code);
  if (languages.has(code) || analyzers.size < MAX_CACHED_ANALYZERS) analyzers.set(code, analyzer);
  return analyzer;
}

/** Languages with a stemmer or stop words; without a stemmer, only equal words match. */
export const analyzedLanguages = [...languages].map(([code, { stemmer, stopWords }]) => ({
  code,
  hasStemmer: stemmer !== 'none',
  hasStopWords: stopWords !== false || Object.hasOwn(wordLists.stopWords, code),
}));

/** Normalized words are in Hiragana: `たい` is an ending, but `タイ` is Thailand. */
const katakana = /\p{Script=Katakana}/u;

/** In UTF-16 units. Stemmers take quadratic time, and real words are not longer. */
const MAX_STEMMED_LENGTH = 200;

function createAnalyzer(code: string): Analyzer {
  const language = languages.get(code);
  const stem = stemmerOf(code, language);
  const stops = language ? stopWordsOf(code, language) : new Set();
  const requestWords = normalizedSet(wordsIn(wordLists.requestWords, code));
  return {
    code,
    stem: (word) => {
      const lowercase = lowercaseNfkc(word);
      // Words with special characters are names and have no inflections.
      if (hasSpecialCharacters(word) || lowercase.length > MAX_STEMMED_LENGTH) return normalize(word);
      const stemmed = normalize(stem(regularForm(lowercase, code)));
      return regularStem(stemmed, code) || normalize(word);
    },
    keepsFirstLetter: language?.keepsFirstLetter === true,
    isStopWord: (word) =>
      stops.has(word.toLowerCase()) || (stops.has(normalize(word)) && !katakana.test(word)),
    isRequestWord: (normalized) => requestWords.has(normalized),
  };
}

function stopWordsOf(code: string, { name, stopWords }: Language): ReadonlySet<string> {
  const { stopwords: libraryStops = [] } =
    stopWords === false ? {} : (loadModule(`@orama/stopwords/${name}`) as { stopwords?: string[] });
  const stops = normalizedSet([...libraryStops, ...wordsIn(wordLists.stopWords, code)]);
  for (const word of wordsIn(wordLists.contentWords, code)) stops.delete(normalize(word));
  // The folded form is also a name (Ali): only the word itself, as written, is a stop word.
  for (const word of wordsIn(wordLists.foldedNames, code)) if (stops.delete(normalize(word))) stops.add(word);
  return stops;
}

function wordsIn(lists: Record<string, string>, code: string): string[] {
  return Object.hasOwn(lists, code) ? lists[code]!.split(' ') : [];
}

/** Normalized words: `für`, and `fuer` without umlauts. */
function normalizedSet(list: readonly string[]): Set<string> {
  return new Set(list.flatMap((word) => [normalize(word), expandUmlauts(word)]));
}
