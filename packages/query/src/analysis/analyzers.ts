/** Analyzers by language: stemmer and stop words. */
import { createRequire } from 'node:module';
import { arabicStem } from './arabic-stemmer.ts';
import { bulgarianStem } from './bulgarian-stemmer.ts';
import { englishStem } from './english-stemmer.ts';
import { regularForm, regularStem } from './irregular-forms.ts';
import { canonicalLanguageTag } from './language-tags.ts';
import { expandUmlauts, lowercaseNfkc, normalize, normalizeSpelling } from './normalizer.ts';
import { hasSpecialCharacters } from './special-characters.ts';

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

interface LanguageModules {
  /** Of the modules with its stop words and its stemmer. */
  name: string;
  /** In place of the stemmer of that name. */
  stem?: Stem;
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
  ja: { name: 'japanese', stem: identity },
  zh: { name: 'mandarin', stem: identity },
  sa: { name: 'sanskrit', stem: identity },
};

/** Loads a language when it is first used: together, the modules of all languages delay the start of each worker. */
const load = createRequire(import.meta.url);

function stemmerOf({ name, stem }: LanguageModules): Stem {
  return stem ?? (load(`@orama/stemmers/${name}`) as { stemmer: Stem }).stemmer;
}

function stopWordsOf({ name }: LanguageModules): readonly string[] {
  return (load(`@orama/stopwords/${name}`) as { stopwords: readonly string[] }).stopwords;
}

/** Interrogatives and prepositions that are missing in the lists. */
const missingStopWords = new Map(
  Object.entries({
    ar: 'لماذا',
    da: 'hvorfor hvordan hvornår hvem hvilken hvilket hvilke',
    de: 'warum wieso weshalb wann wer wem wen wessen wohin woher womit wieviel innerhalb',
    en: 'a also within without',
    fi: 'miten milloin',
    fr: 'pourquoi comment quand combien quoi aussi',
    it: 'quando senza',
    nl: 'waarom wanneer waar welke welk hoeveel binnen',
    pt: 'porque porquê onde quanto sobre',
    ru: 'почему какие также',
  }),
);

/** Words with which a visitor asks for documents: stop words of a sentence, but not of a few words. */
const requestWords = new Map(
  Object.entries({
    da: 'venligst giv find finde søg søge søger liste vis vise ønsker gerne',
    de: 'bitte gib geben finde finden findet gesucht suche suchen liste zeig zeige zeigen nenne möchte wünsche',
    en: 'please give find list show want like need looking interested',
    es: 'favor dame dar encontrar busco buscar lista muestra muéstrame mostrar quiero quisiera necesito',
    fi: 'kiitos anna etsi etsiä etsin luettelo näytä haluan haluaisin',
    fr: 'svp veuillez donne donnez trouve trouver trouvez cherche chercher liste montre montrez veux voudrais',
    it: 'favore prego dammi dare trova trovare cerco cercare elenco mostra mostrami voglio vorrei',
    nl: 'alstublieft alsjeblieft graag geef geven vind vinden zoek zoeken lijst toon wil',
    no: 'vennligst gi finn finne søk søke søker liste vis vise ønsker gjerne',
    pt: 'favor dê encontrar procuro procurar lista mostre mostrar quero gostaria preciso',
    ru: 'пожалуйста дайте найти найдите ищу список покажите хочу',
    sv: 'snälla ge hitta sök söka söker lista visa önskar gärna vill',
    zh: '查找 寻找 搜索 列出 显示 提供 想要 需要',
  }),
);

/** Verbs without meaning in a sentence that has enough other words. In `used cars` they are content words. */
const useWords = new Map(
  Object.entries({
    da: 'bruger bruges',
    de: 'verwendet verwenden',
    en: 'use uses used using',
    es: 'usa usan',
    fi: 'käyttää käytetään',
    fr: 'utilise utilisent',
    it: 'usa usano',
    nl: 'gebruikt gebruiken',
    no: 'bruker brukes',
    pt: 'usa usam',
    ru: 'использует используют',
    sv: 'använder används',
  }),
);

const aliases: Record<string, string> = { nb: 'no', nn: 'no' };

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
      ? createAnalyzer(code, stemmerOf(offered), stopWordsOf(offered))
      : createAnalyzer(code, identity, []);
    // Tags come from documents, so the cache of unknown ones is limited.
    if (offered || analyzers.size < 500) analyzers.set(code, language);
  }
  return language;
}

/** Languages with stop words; those without a stemmer are searched by whole words. */
export const analyzedLanguages = Object.entries(languages).map(([code, { stem }]) => ({
  code,
  hasStemmer: stem !== identity,
}));

/** Codes of the languages with a stemmer or stop words. */
export const SUPPORTED_LANGUAGES: readonly string[] = Object.keys(languages);

/** In UTF-16 units. Stemmers take quadratic time, and no inflected word is longer. */
const MAX_STEMMED_LENGTH = 200;

const inflectedAtEnds = new Set(['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pt', 'ru', 'sv']);

function createAnalyzer(code: string, stem: Stem, stopWords: readonly string[]): Analyzer {
  const stops = normalizedSet([...stopWords, ...(missingStopWords.get(code)?.split(' ') ?? [])]);
  const requests = normalizedSet(requestWords.get(code)?.split(' ') ?? []);
  const uses = normalizedSet(useWords.get(code)?.split(' ') ?? []);
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

/** Normalized words: `für`, and `fuer` without umlauts. */
function normalizedSet(words: readonly string[]): Set<string> {
  return new Set(words.flatMap((word) => [normalize(word), expandUmlauts(word)]));
}
