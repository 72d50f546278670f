/** Stop word lists by language: stop words, request words and forms of the verb *use*. */
import { createRequire } from 'node:module';
import { expandUmlauts, normalize } from './normalizer.ts';

/** Normalized words of one language. */
export interface StopWordLists {
  stops: ReadonlySet<string>;
  /** Words with which a visitor asks for documents. */
  requests: ReadonlySet<string>;
  /** Forms of the verb *use*. */
  uses: ReadonlySet<string>;
}

/** Interrogatives and prepositions that are missing in the lists of the library. */
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

/** Stop words whose folded form is also a name (Ali): only they themselves, as written, are stop words. */
const foldedNames = new Map(Object.entries({ ar: 'على' }));

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

/** Lists of an unknown language. */
export const noWords: StopWordLists = { stops: new Set(), requests: new Set(), uses: new Set() };

/** Loads a list when its language is first used: together, all modules delay the start of each worker. */
const load = createRequire(import.meta.url);

/** `moduleName` is the English name of the language, as in the library. */
export function stopWordLists(code: string, moduleName: string): StopWordLists {
  const { stopwords } = load(`@orama/stopwords/${moduleName}`) as { stopwords: readonly string[] };
  const stops = normalizedSet([...stopwords, ...wordsIn(missingStopWords, code)]);
  for (const name of wordsIn(foldedNames, code)) if (stops.delete(normalize(name))) stops.add(name);
  return {
    stops,
    requests: normalizedSet(wordsIn(requestWords, code)),
    uses: normalizedSet(wordsIn(useWords, code)),
  };
}

function wordsIn(lists: Map<string, string>, code: string): string[] {
  return lists.get(code)?.split(' ') ?? [];
}

/** Normalized words: `für`, and `fuer` without umlauts. */
function normalizedSet(words: readonly string[]): Set<string> {
  return new Set(words.flatMap((word) => [normalize(word), expandUmlauts(word)]));
}
