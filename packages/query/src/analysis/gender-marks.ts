/** German gender marks within a word: `Bürger*innen`, `Bürger:innen`, `BürgerInnen`. */

/** Characters that may be a gender mark. */
export const GENDER_MARKS = '*:·•_/';

/** Gender mark after the ending of a person. Without such an ending, `_` and `/` join other words: `außen/innen`. */
const markAfterPerson = '(?<=er|or|eur|ist|ent|ant|og|eg|ert|at|kund|eund|amt)[_/]';
/** Compounds continue: `Schüler:innenvertretung`. A slash may have a hyphen that does not break the line. */
const markBeforePlural = `(?:[*:·•]|/[-‑]|${markAfterPerson})(?=[Ii]nnen)`;
/** A colon is a mark only in a capitalized word. */
const singularMark = `(?:[*]|/[-‑]|(?<=\\p{Lu}\\p{L}+)(?::|${markAfterPerson}))`;
const markBeforeSingular = `${singularMark}(?=in(?![\\p{L}\\p{N}]))`;
/** `BÜRGER*INNEN`. */
const markInCapitals = '(?<=\\p{Lu}{2})[*:](?=INNEN)';
const genderMark = `(?:(?<=\\p{L}\\p{Ll})(?:${markBeforePlural}|${markBeforeSingular})|${markInCapitals})`;
const anyGenderMark = new RegExp(`[${GENDER_MARKS}]`);
const everyGenderMark = new RegExp(genderMark, 'gu');
const genderEndingAt = new RegExp(`${genderMark}[\\p{L}\\p{M}\\p{N}]+`, 'uy');
const feminineEnding = new RegExp(`${genderMark}(?:[Ii]n(?:nen)?|INNEN)`, 'u');
/** A capital I within a word; in the singular only after endings of persons, unlike `LinkedIn`. */
const innerCapital = /(?<=\p{L}\p{Ll})Innen$|(?<=\p{L}(?:er|or|eur|ist|ent|ant))In$/u;

/** The end of the word whose gender mark is at this offset; undefined if there is no gender mark. */
export function endOfGenderForm(text: string, at: number): number | undefined {
  genderEndingAt.lastIndex = at;
  return genderEndingAt.test(text) ? genderEndingAt.lastIndex : undefined;
}

/** The text with feminine forms instead of gender marks: `Bürgerinnen`. */
export function withoutGenderMarks(text: string): string {
  return anyGenderMark.test(text) ? text.replace(everyGenderMark, '') : text;
}

/** The masculine form: `Bürger` of `Bürger*innen`; undefined for another word. */
export function genderBase(word: string): string | undefined {
  const base = word.replace(feminineEnding, '').replace(innerCapital, '');
  return base === word ? undefined : base;
}
