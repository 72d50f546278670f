/**
 * Demonyms: place names for adjectives (`afrikanisch`: Afrika, `South American`: South America).
 *
 * Stemmers do not relate them, because the endings also form other words. Callers must check that a name exists.
 */

import { restoreUmlauts } from './irregular-forms.ts';
import { lowercaseNfkc, normalizeSpelling } from './normalizer.ts';

/** Normalized candidates for the place name; most of them are no words. */
export function placeNames(word: string, language: string): string[] {
  if (noEnding.test(word.normalize('NFC'))) return [];
  const written = language === 'de' ? restoreUmlauts(lowercaseNfkc(word)) : word;
  const normalized = normalizeSpelling(written).replace(article, '');
  const found = (rules.get(language) ?? [])
    .filter(([ending]) => ending.test(normalized))
    .flatMap(([ending, names]) => names.map((name) => normalized.replace(ending, name)));
  return [...new Set(found)].filter((name) => !exceptions.has(name));
}

/** Exceptions: `Roman` is not derived from Roma, `median` not from media. */
const exceptions = new Set(['roma', 'media', 'guardia']);

/** Normalized, the Spanish `montaña` would have the ending of an adjective. */
const noEnding = /ñ[ao]s?$/iu;

/** The article is attached to the adjective, but not to the name. */
const article = /^ال(?=\p{Script=Arabic}{3})/u;

/** An ending, and its replacements in names. */
type Rule = [ending: RegExp, names: string[]];

// The lookbehind separates places from other words: `africano`, `colombiano`, but not `ventana`; `indisch`,
// `slowenisch`, but not `biologisch`.
const iberian: Rule[] = [
  [/(?<=..[bci])an[oa]s?$/, ['a']],
  [/(?<=asi)atic[oa]s?$/, ['a']],
  [/(?<=europ)(?:e[oa]|eu|eia)s?$/, ['a']],
];
const scandinavian: Rule[] = [
  [/(?<=...)ansk[ae]?t?$/, ['a', 'ien']],
  [/(?<=..[bdlnrsv]|belg|georg)isk[ae]?t?$/, ['a', 'ien']],
  [/(?<=nord)isk[ae]?t?$/, ['en']],
  [/(?<=arkt)isk[ae]?t?$/, ['is']],
  [/(?<=europ)(?:ae|e)isk[ae]?t?$/, ['a']],
  [/(?<=asi)atisk[ae]?t?$/, ['en']],
];

const rules = new Map<string, Rule[]>([
  [
    'en',
    [
      [/(?<=...)an$/, ['a']],
      [/(?<=..e)an$/, ['']],
      [/(?<=amazon|brazil|egypt|iran)ian$/, ['']],
      [/(?<=chin)ese$/, ['a']],
      [/(?<=japan|vietnam|nepal)ese$/, ['']],
    ],
  ],
  [
    'de',
    [
      [/(?<=...)anisch(?:e[mnrs]?)?$/, ['a', 'o']],
      [/(?<=..i)anisch(?:e[mnrs]?)?$/, ['en']],
      [/(?<=..[bdlnrsvw]|belg|georg|kroat|athiop)isch(?:e[mnrs]?)?$/, ['ien']],
      [/(?<=arkt)isch(?:e[mnrs]?)?$/, ['is']],
      [/(?<=mongol|slowak|turk)isch(?:e[mnrs]?)?$/, ['ei']],
      [/(?<=europa|japan|ozean|italien|tibet|land)isch(?:e[mnrs]?)?$/, ['']],
      [/(?<=asi)atisch(?:e[mnrs]?)?$/, ['en']],
      [/(?<=chin)esisch(?:e[mnrs]?)?$/, ['a']],
    ],
  ],
  [
    'fr',
    [
      [/(?<=afr|amer|jama|mex)icaine?s?$/, ['ique']],
      [/(?<=europ)een(?:ne)?s?$/, ['e']],
      [/(?<=as)iatiques?$/, ['ie']],
      [/(?<=..[blnrsv]|ind|georg|ethiop)ien(?:ne)?s?$/, ['ie']],
      [/(?<=egypt|norveg|ukrain)ien(?:ne)?s?$/, ['e']],
      [/(?<=canad|keny)ien(?:ne)?s?$/, ['a']],
      [/(?<=japon)ais(?:es?)?$/, ['']],
      [/(?<=chin)oise?s?$/, ['e']],
    ],
  ],
  ['es', iberian],
  ['pt', iberian],
  [
    'it',
    [
      [/(?<=..[bci])an[aeio]$/, ['a']],
      [/(?<=europ)e[aeio]$/, ['a']],
      [/(?<=asi)atic[aio]|(?<=asi)atiche$/, ['a']],
    ],
  ],
  [
    'nl',
    [
      [/(?<=..)aanse?$/, ['a']],
      [/(?<=europ)e(?:es|se)$/, ['a']],
      [/(?<=..[bdlnrsv]|belg|georg)ische?$/, ['ie']],
      [/(?<=azi)atische?$/, ['e']],
    ],
  ],
  ['da', scandinavian],
  ['no', scandinavian],
  ['sv', scandinavian],
  [
    'ru',
    [
      // Normalized, й is и.
      [/(?<=..)анск(?:ии?|ие|их|ая|ое|ого|ому|ои|ую|ими?|ом)$/, ['а']],
      [/(?<=..)ииск(?:ии?|ие|их|ая|ое|ого|ому|ои|ую|ими?|ом)$/, ['ия']],
      [/(?<=европ)еиск(?:ии?|ие|их|ая|ое|ого|ому|ои|ую|ими?|ом)$/, ['а']],
      [/(?<=ази)атск(?:ии?|ие|их|ая|ое|ого|ому|ои|ую|ими?|ом)$/, ['я']],
    ],
  ],
  [
    'ar',
    [
      [/(?<=..)ية?$/, ['يا', 'ا']],
      [/(?<=..)يوية?$/, ['يا']],
    ],
  ],
]);
