/** Analyzers by language: stemmer and stop words. */
import { createRequire } from 'node:module';
import { arabicStem } from './arabic-stemmer.ts';
import { bulgarianStem } from './bulgarian-stemmer.ts';
import { englishStem } from './english-stemmer.ts';
import { regularForm, regularStem } from './irregular-forms.ts';
import { koreanStem } from './korean-stemmer.ts';
import { canonicalLanguageTag } from './language-tags.ts';
import { lowercaseNfkc, normalizeSpelling } from './normalizer.ts';
import { noWords, type StopWordLists, stopWordLists } from './stop-word-lists.ts';
import { hasSpecialCharacters } from './word-shapes.ts';

export interface Analyzer {
  /** ISO 639-1, or the primary subtag of an unknown tag. */
  code: string;
  /** The normalized stem; words with the same stem are inflections of each other. Takes the original word. */
  stem(word: string): string;
  /** True if stems keep the first letter of the word, normalized as {@link normalizeSpelling} does. */
  keepsFirstLetter: boolean;
  /** Takes a normalized word. */
  isStopWord(normalized: string): boolean;
  /** True for a word with which a visitor asks for documents. Takes a normalized word. */
  isRequestWord(normalized: string): boolean;
  /** True for a form of the verb *use*. Takes a normalized word. */
  isUseWord(normalized: string): boolean;
}

type Stem = (word: string) => string;

const identity: Stem = (word) => word;
/** コンピューター and コンピュータ. */
const withoutFinalLength: Stem = (word) => word.replace(/(?<=\p{scx=Kana}{3})ー$/u, '');

interface LanguageModules {
  /** English name of the language, by which the libraries call its stemmer and its stop words. */
  name: string;
  /** In place of the library's stemmer. */
  stem?: Stem;
  /** False if the library has no stop words. */
  stopWords?: false;
}

const languages: Record<string, LanguageModules> = {
  ar: { name: 'arabic', stem: arabicStem },
  hy: { name: 'armenian' },
  bg: { name: 'bulgarian', stem: bulgarianStem },
  da: { name: 'danish' },
  nl: { name: 'dutch' },
  en: { name: 'english', stem: englishStem },
  fi: { name: 'finnish' },
  fr: { name: 'french' },
  de: { name: 'german' },
  el: { name: 'greek' },
  hu: { name: 'hungarian' },
  hi: { name: 'indian' },
  id: { name: 'indonesian' },
  ga: { name: 'irish' },
  it: { name: 'italian' },
  lt: { name: 'lithuanian' },
  ne: { name: 'nepali' },
  no: { name: 'norwegian' },
  pt: { name: 'portuguese' },
  ro: { name: 'romanian' },
  ru: { name: 'russian' },
  sr: { name: 'serbian' },
  es: { name: 'spanish' },
  sv: { name: 'swedish' },
  ta: { name: 'tamil' },
  tr: { name: 'turkish' },
  uk: { name: 'ukrainian' },
  sl: { name: 'slovenian', stem: identity },
  ja: { name: 'japanese', stem: withoutFinalLength },
  ko: { name: 'korean', stem: koreanStem, stopWords: false },
  zh: { name: 'mandarin', stem: identity },
  sa: { name: 'sanskrit', stem: identity },
};

/** Loads a stemmer when its language is first used: together, all modules delay the start of each worker. */
const load = createRequire(import.meta.url);

function stemmerOf({ name, stem }: LanguageModules): Stem {
  return stem ?? (load(`@orama/stemmers/${name}`) as { stemmer: Stem }).stemmer;
}

const aliases: Record<string, string> = { nb: 'no', nn: 'no' };

/** Tags come from documents, so there is no limit to unknown languages. */
const MAX_CACHED_ANALYZERS = 500;
const analyzers = new Map<string, Analyzer>();

/**
 * The analyzer of a language tag (`de`, `de-AT`, or any form that {@link canonicalLanguageTag} accepts). Unknown
 * languages get one without stemmer and stop words.
 */
export function analyzerFor(tag: string | null | undefined): Analyzer {
  const base = (canonicalLanguageTag(tag) ?? tag ?? '').toLowerCase().split(/[-_]/, 1)[0]!;
  const code = Object.hasOwn(aliases, base) ? aliases[base]! : base;
  let language = analyzers.get(code);
  if (!language) {
    const offered = Object.hasOwn(languages, code) ? languages[code]! : undefined;
    language = offered
      ? createAnalyzer(
          code,
          stemmerOf(offered),
          offered.stopWords === false ? noWords : stopWordLists(code, offered.name),
        )
      : createAnalyzer(code, identity, noWords);
    if (offered || analyzers.size < MAX_CACHED_ANALYZERS) analyzers.set(code, language);
  }
  return language;
}

/** Languages with stop words; those without a stemmer are searched by whole words. */
export const analyzedLanguages = Object.entries(languages).map(([code, { stem, stopWords }]) => ({
  code,
  hasStemmer: stem !== identity && stem !== withoutFinalLength,
  hasStopWords: stopWords !== false,
}));

/** Codes of the languages with a stemmer or stop words. */
export const SUPPORTED_LANGUAGES: readonly string[] = Object.keys(languages);

/** In UTF-16 units. Stemmers take quadratic time, and no inflected word is longer. */
const MAX_STEMMED_LENGTH = 200;

/** Languages whose inflections and stemmers leave the first letter unchanged. */
const inflectedAtEnds = new Set(['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pt', 'ru', 'sv']);

function createAnalyzer(code: string, stem: Stem, { stops, requests, uses }: StopWordLists): Analyzer {
  return {
    code,
    stem: (word) => {
      // Words with special characters are names and have no inflections.
      if (hasSpecialCharacters(word)) return normalizeSpelling(word);
      const plain = lowercaseNfkc(word);
      const reduced =
        plain.length <= MAX_STEMMED_LENGTH &&
        regularStem(normalizeSpelling(stem(regularForm(plain, code))), code);
      return reduced || normalizeSpelling(word);
    },
    keepsFirstLetter: inflectedAtEnds.has(code),
    isStopWord: (normalized) => stops.has(normalized),
    isRequestWord: (normalized) => requests.has(normalized),
    isUseWord: (normalized) => uses.has(normalized),
  };
}
