/**
 * English stemmer: Porter, with corrections for everyday words.
 *
 * `protection` matches `protected`; `us` is not an inflection of `use`.
 */
import { stemmer as porterStem } from '@orama/stemmers/english';

/**
 * Exceptions with their stems. Porter would conflate `US` with `use`, `news` with `new`, `customer` with `customs`.
 */
const stems = new Map(
  `us us, use use, uses use, used use, using use, news news, aids aids, customs customs, customer customer,
  customers customer, experience experience, experiences experience, experienced experience, university university,
  universities university, international international, business business, businesses business, one one,
  ones one`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string]),
);

/** Words in -ion and their derivations. Words in -ation follow another rule. */
const ofVerb = /(?<=s|(?<!a)t)ion(?:s|ed|ing)?$|(?<=(?<!a)t)ional(?:ly)?$/u;
const twoSyllables = /[aeiouy][^aeiouy]+[aeiouy]/u;

/** Takes a word in lower case. */
export function englishStem(word: string): string {
  const verb = word.replace(ofVerb, '');
  // The implementation removes one letter too many, so `protection` would not match `protect`.
  const stem = verb !== word && twoSyllables.test(verb) ? verb : porterStem(word);
  return stems.get(word) ?? stem;
}
