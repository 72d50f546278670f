/** Stemmers by language, from libraries; own stemmers for languages that no library stems well. */
import { readFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { stemmer as porterStem } from '@orama/stemmers/english';
import { normalize } from './normalizer.ts';

export interface StemmedLanguage {
  /** English name, under which the libraries have the stemmer. */
  name: string;
  /** `own`: in `ownStemmers`; `none`: words are not stemmed; `snowball`: multilingual-stemmer; default: Orama. */
  stemmer?: string;
}

type Stem = (word: string) => string;

const ownStemmers: Record<string, Stem> = {
  ar: arabicStem,
  bg: bulgarianStem,
  en: englishStem,
  ko: koreanStem,
  // The final long vowel is optional: コンピューター and コンピュータ.
  ja: (word) => word.replace(/(?<=\p{scx=Kana}{3})ー$/u, ''),
};

/** Loads a module when its language is first used: loading all would delay the start of each worker. */
export const loadModule = createRequire(import.meta.url);

/** Stemmer of words in lower case; without a language, it returns them unchanged. */
export function stemmerOf(code: string, language: StemmedLanguage | undefined): Stem {
  if (Object.hasOwn(ownStemmers, code)) return ownStemmers[code]!;
  if (!language || language.stemmer === 'none') return (word) => word;
  if (language.stemmer === 'snowball') return snowballStemmer(code, language.name);
  return (loadModule(`@orama/stemmers/${language.name}`) as { stemmer: Stem }).stemmer;
}

interface Snowball {
  initSync(options: { module: Uint8Array }): unknown;
  Stemmer: new (language: number) => { stem(word: string): string };
  Languages: Record<string, number>;
}

/** Snowball would reduce the words for university and scientist to the word for knowledge. */
const persianNouns = /^..+(?:گاه|مند)/;

/** Takes up to 15 MB and 80 ms. Loads modules of the library, because its entry loads WebAssembly asynchronously. */
function snowballStemmer(code: string, name: string): Stem {
  const modules = join(dirname(findPackageJSON('multilingual-stemmer', import.meta.url)!), 'dist/browser');
  const { initSync, Stemmer, Languages } = loadModule(join(modules, 'index.js')) as Snowball;
  initSync({ module: readFileSync(join(modules, 'index_bg.wasm')) });
  const stemmer = new Stemmer(Languages[name]!);
  if (code !== 'fa') return (word) => stemmer.stem(word);
  return (word) => {
    const persian = withPersianLetters(word);
    return persianNouns.exec(persian)?.[0] ?? stemmer.stem(persian);
  };
}

/** Snowball recognizes endings in Persian letters without vowel marks; Arabic keyboards produce Arabic letters. */
function withPersianLetters(word: string): string {
  return word
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک')
    .replace(/[\u064B-\u0652]/g, '');
}

/** Exceptions, each stem first. Porter would conflate `US` with `use`, `news` with `new`, `customer` with `customs`. */
const englishStems = new Map(
  `us, use uses used using, news, aids, customs, customer customers, experience experiences experienced,
  university universities, international, business businesses, one ones`
    .split(',')
    .map((words) => words.trim().split(' '))
    .flatMap(([stem = '', ...forms]) => [stem, ...forms].map((word) => [word, stem])),
);

/** Words in -ion and their derivations. Words in -ation follow another rule. */
const verbalNounEnding = /(?<=s|(?<!a)t)ion(?:s|ed|ing)?$|(?<=(?<!a)t)ional(?:ly)?$/u;
const twoSyllables = /[aeiouy][^aeiouy]+[aeiouy]/u;

/** Porter with corrections: `protection` matches `protected`, but `us` not `use`. Takes a word in lower case. */
export function englishStem(word: string): string {
  const verb = word.replace(verbalNounEnding, '');
  // `porterStem` removes one letter too many, so `protection` would not match `protect`.
  const stem = verb !== word && twoSyllables.test(verb) ? verb : porterStem(word);
  return englishStems.get(word) ?? stem;
}

/** The article after و, ف, ب and ك; with ل it is written لل. */
const arabicArticle = /^(?:[وف][بك]?ال(?=...)|[وف]لل(?=...)|[بك]ال(?=...)|(?:ال|لل)(?=..))/;
/** Words that start with ل drop one where three would meet: للغة is `for the language`. */
const articleBeforeLam = /^[وف]?ل(?=ل.ه$)/;
const arabicEndings = /(?:(?<=....)ان|(?<=...)(?:ها|ات|ون|ين|ي)|(?<=..)ه)$/;
/** The name of God has no article to remove. */
const nameOfGod = new Set(['الله', 'لله', 'والله', 'بالله']);

/**
 * Light stemmer for Arabic nouns and adjectives, after light10 (Larkey, Ballesteros and Connell 2002). Takes a word
 * in lower case, with or without diacritics. Removes the article with attached particles, then suffixes, repeatedly.
 * A word has the same stem with and without the article, and a regular plural has the stem of its singular.
 */
export function arabicStem(word: string): string {
  const normalized = normalize(word);
  if (nameOfGod.has(normalized)) return 'الله';
  const bare = removeRepeatedly(normalized.replace(articleBeforeLam, ''), arabicArticle);
  return removeRepeatedly(bare, arabicEndings);
}

function removeRepeatedly(word: string, affix: RegExp): string {
  const shorter = word.replace(affix, '');
  return shorter === word ? word : removeRepeatedly(shorter, affix);
}

/** A suffix, its replacement, and the minimum length of the word, as in the publication. */
type Rule = [ending: RegExp, replacement: string, minLength: number];

const articles: Rule[] = [
  [/ият$/, '', 7],
  [/(?:ът|то|те|та|ия)$/, '', 6],
  [/ят$/, '', 5],
];
const plurals: Rule[] = [
  [/(?:овци|ове)$/, '', 7],
  [/еве$/, 'й', 7],
  [/ища$/, '', 6],
  [/та$/, '', 6],
  [/ци$/, 'к', 6],
  [/зи$/, 'г', 6],
  [/е(.)и$/, 'я$1', 6],
  [/си$/, 'х', 5],
  [/и$/, '', 5],
];
const endings: Rule[] = [[/[яаое]$/, '', 4]];
/** Vowels that only some inflections of a word have. */
const fleetingVowels: Rule[][] = [[[/ен$/, 'н', 5]], [[/ъ(.)$/, '$1', 6]]];

/** Light stemmer for Bulgarian nouns and adjectives, after J. Savoy (SAC 2007). Takes a word in lower case. */
export function bulgarianStem(word: string): string {
  if (word.length < 4) return word;
  if (word.length > 5 && word.endsWith('ища')) return word.slice(0, -3);
  return [articles, plurals, endings, ...fleetingVowels].reduce(applyFirstMatch, word);
}

function applyFirstMatch(word: string, rules: Rule[]): string {
  const rule = rules.find(([ending, , minLength]) => word.length >= minLength && ending.test(word));
  return rule ? word.replace(rule[0], rule[1]) : word;
}

/** Particles after any syllable, the longest first. `들` is the plural. */
const anyParticle =
  /(?:에서부터|으로부터|로부터|에게서|한테서|에서는|에서도|에서의|으로는|으로서|으로써|으로의|까지의|부터의|에서|에게|한테|께서|까지|부터|처럼|보다|마다|조차|마저|밖에|하고|이나|이랑|이라는|라는|에는|에도|에의|들)$/;
/** Particles, the likeliest first, each with the ends of the decomposed syllables (NFD) that may precede it. */
const particles: { particle: RegExp; after: RegExp }[] = [
  { particle: anyParticle, after: /$/ },
  { particle: /(?:으로|은|이|을|과)$/, after: /[\u11a8-\u11c2]$/ },
  // The final consonant ㄹ counts as a vowel before 로.
  { particle: /로$/, after: /[^\u11a8-\u11c2]$|\u11af$/ },
  { particle: /(?:는|가|를|와)$/, after: /[^\u11a8-\u11c2]$/ },
  // They also end many short nouns: `지도`.
  { particle: /(?:의|에|도|만)$/, after: /$/ },
];
/** Particles after a single syllable; other endings belong to the noun: `회의`. */
const afterOneSyllable = /(?:에서|에게|까지|부터|으로|은|는|을|를)$/;
const verbEnding = /(?<=..)(?:하다|하기|하는|하고|하여|해서|했다|한다|합니다|했습니다|하였다)$/;

/** Light stemmer for Korean: removes particles and the endings of verbs with 하다. Takes a word in NFC. */
export function koreanStem(word: string): string {
  let stem = word.replace(verbEnding, '');
  for (let bare = withoutParticle(stem); bare !== stem; bare = withoutParticle(stem)) stem = bare;
  return stem;
}

function withoutParticle(word: string): string {
  const minLength = afterOneSyllable.test(word) ? 1 : 2;
  for (const { particle, after } of particles) {
    const bare = word.replace(particle, '');
    const isRemovable = bare !== word && bare.length >= minLength;
    if (isRemovable && after.test(bare.slice(-1).normalize('NFD'))) return bare;
  }
  return word;
}
