/** Analyzers by language: stemmer and stop words. */
import { stemmer as armenianStem } from '@orama/stemmers/armenian';
import { stemmer as danishStem } from '@orama/stemmers/danish';
import { stemmer as dutchStem } from '@orama/stemmers/dutch';
import { stemmer as finnishStem } from '@orama/stemmers/finnish';
import { stemmer as frenchStem } from '@orama/stemmers/french';
import { stemmer as germanStem } from '@orama/stemmers/german';
import { stemmer as greekStem } from '@orama/stemmers/greek';
import { stemmer as hungarianStem } from '@orama/stemmers/hungarian';
import { stemmer as indianStem } from '@orama/stemmers/indian';
import { stemmer as indonesianStem } from '@orama/stemmers/indonesian';
import { stemmer as irishStem } from '@orama/stemmers/irish';
import { stemmer as italianStem } from '@orama/stemmers/italian';
import { stemmer as lithuanianStem } from '@orama/stemmers/lithuanian';
import { stemmer as nepaliStem } from '@orama/stemmers/nepali';
import { stemmer as norwegianStem } from '@orama/stemmers/norwegian';
import { stemmer as portugueseStem } from '@orama/stemmers/portuguese';
import { stemmer as romanianStem } from '@orama/stemmers/romanian';
import { stemmer as russianStem } from '@orama/stemmers/russian';
import { stemmer as serbianStem } from '@orama/stemmers/serbian';
import { stemmer as spanishStem } from '@orama/stemmers/spanish';
import { stemmer as swedishStem } from '@orama/stemmers/swedish';
import { stemmer as tamilStem } from '@orama/stemmers/tamil';
import { stemmer as turkishStem } from '@orama/stemmers/turkish';
import { stemmer as ukrainianStem } from '@orama/stemmers/ukrainian';
import { stopwords as arabicStops } from '@orama/stopwords/arabic';
import { stopwords as armenianStops } from '@orama/stopwords/armenian';
import { stopwords as bulgarianStops } from '@orama/stopwords/bulgarian';
import { stopwords as danishStops } from '@orama/stopwords/danish';
import { stopwords as dutchStops } from '@orama/stopwords/dutch';
import { stopwords as englishStops } from '@orama/stopwords/english';
import { stopwords as finnishStops } from '@orama/stopwords/finnish';
import { stopwords as frenchStops } from '@orama/stopwords/french';
import { stopwords as germanStops } from '@orama/stopwords/german';
import { stopwords as greekStops } from '@orama/stopwords/greek';
import { stopwords as hungarianStops } from '@orama/stopwords/hungarian';
import { stopwords as indianStops } from '@orama/stopwords/indian';
import { stopwords as indonesianStops } from '@orama/stopwords/indonesian';
import { stopwords as irishStops } from '@orama/stopwords/irish';
import { stopwords as italianStops } from '@orama/stopwords/italian';
import { stopwords as japaneseStops } from '@orama/stopwords/japanese';
import { stopwords as lithuanianStops } from '@orama/stopwords/lithuanian';
import { stopwords as mandarinStops } from '@orama/stopwords/mandarin';
import { stopwords as nepaliStops } from '@orama/stopwords/nepali';
import { stopwords as norwegianStops } from '@orama/stopwords/norwegian';
import { stopwords as portugueseStops } from '@orama/stopwords/portuguese';
import { stopwords as romanianStops } from '@orama/stopwords/romanian';
import { stopwords as russianStops } from '@orama/stopwords/russian';
import { stopwords as sanskritStops } from '@orama/stopwords/sanskrit';
import { stopwords as serbianStops } from '@orama/stopwords/serbian';
import { stopwords as slovenianStops } from '@orama/stopwords/slovenian';
import { stopwords as spanishStops } from '@orama/stopwords/spanish';
import { stopwords as swedishStops } from '@orama/stopwords/swedish';
import { stopwords as tamilStops } from '@orama/stopwords/tamil';
import { stopwords as turkishStops } from '@orama/stopwords/turkish';
import { stopwords as ukrainianStops } from '@orama/stopwords/ukrainian';
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

const stemmersAndStopWords: Record<string, [stem: Stem, stopWords: readonly string[]]> = {
  ar: [arabicStem, arabicStops],
  hy: [armenianStem, armenianStops],
  bg: [bulgarianStem, bulgarianStops],
  da: [danishStem, danishStops],
  nl: [dutchStem, dutchStops],
  en: [englishStem, englishStops],
  fi: [finnishStem, finnishStops],
  fr: [frenchStem, frenchStops],
  de: [germanStem, germanStops],
  el: [greekStem, greekStops],
  hu: [hungarianStem, hungarianStops],
  hi: [indianStem, indianStops],
  id: [indonesianStem, indonesianStops],
  ga: [irishStem, irishStops],
  it: [italianStem, italianStops],
  lt: [lithuanianStem, lithuanianStops],
  ne: [nepaliStem, nepaliStops],
  no: [norwegianStem, norwegianStops],
  pt: [portugueseStem, portugueseStops],
  ro: [romanianStem, romanianStops],
  ru: [russianStem, russianStops],
  sr: [serbianStem, serbianStops],
  es: [spanishStem, spanishStops],
  sv: [swedishStem, swedishStops],
  ta: [tamilStem, tamilStops],
  tr: [turkishStem, turkishStops],
  uk: [ukrainianStem, ukrainianStops],
  sl: [identity, slovenianStops],
  ja: [identity, japaneseStops],
  zh: [identity, mandarinStops],
  sa: [identity, sanskritStops],
};

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
    const isOffered = Object.hasOwn(stemmersAndStopWords, code);
    const [stem, stopWords] = isOffered ? stemmersAndStopWords[code]! : [identity, []];
    language = createAnalyzer(code, stem, stopWords);
    // Tags come from documents, so the cache of unknown ones is limited.
    if (isOffered || analyzers.size < 500) analyzers.set(code, language);
  }
  return language;
}

/** Languages with stop words; those without a stemmer are searched by whole words. */
export const analyzedLanguages = Object.entries(stemmersAndStopWords).map(([code, [stem]]) => ({
  code,
  hasStemmer: stem !== identity,
}));

/** Codes of the languages with a stemmer or stop words. */
export const SUPPORTED_LANGUAGES: readonly string[] = Object.keys(stemmersAndStopWords);

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
