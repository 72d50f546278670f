/**
 * The stemmer for English: Porter's, with what its implementation or its rules do to everyday words put right. Who asks
 * for `protection` is told what is `protected`; `us` is no form of `use`.
 */
import { stemmer as porterStem } from '@orama/stemmers/english';

/** Each by its stem. To Porter's rules `US` is a form of `use`, `news` of `new`, and a `customer` pays `customs`. */
const stems = new Map(
  `us us, use use, uses use, used use, using use, news news, aids aids, customs customs, customer customer,
  customers customer, experience experience, experiences experience, experienced experience, university university,
  universities university, international international, business business, businesses business`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string]),
);

/** The end of words in -ion, and of what is made of them. What ends in -ation follows another rule. */
const ofVerb = /(?<=s|(?<!a)t)ion(?:s|ed|ing)?$|(?<=(?<!a)t)ional(?:ly)?$/u;
const twoSyllables = /[aeiouy][^aeiouy]+[aeiouy]/u;

/** Takes a word in lower case. */
export function englishStem(word: string): string {
  const verb = word.replace(ofVerb, '');
  // The implementation would take a letter more, and `protection` be no form of `protect`.
  const stem = verb !== word && twoSyllables.test(verb) ? verb : porterStem(word);
  return stems.get(word) ?? stem;
}
