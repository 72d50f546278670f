/** German gender forms: `Bürger*innen`, one word that stands for `Bürgerinnen` and `Bürger`. */

/** Underscores and slashes also join other words: `außen/innen`. */
const person = '(?<=er|or|eur|ist|ent|ant|og|eg|ert|at|kund|eund|amt)[_/]';
/** Between the masculine noun and its ending; compounds continue: `Schüler:innenvertretung`. */
const mark = `(?<=\\p{L}\\p{Ll})(?:(?:[*:·•]|/-|${person})(?=[Ii]nnen)|(?:[*]|/-|(?<=\\p{Lu}\\p{L}+)(?::|${person}))(?=in(?![\\p{L}\\p{N}])))`;
const anyMark = /[*:·•_/]/;
const everyMark = new RegExp(mark, 'gu');
const markAt = new RegExp(mark, 'uy');
const ending = new RegExp(`${mark}[Ii]n(?:nen)?`, 'u');
const innerCapital = /(?<=\p{L}\p{Ll})Innen$/u;

/** Whether a UTF-16 unit may be such a mark. */
export const isGenderMark = (unit: string) => '*:·•_/'.includes(unit);

/** The offset after the mark at an offset; the offset itself if there is none. */
export function endOfGenderMark(text: string, at: number): number {
  markAt.lastIndex = at;
  return markAt.test(text) ? markAt.lastIndex : at;
}

/** The feminine form: `Bürgerinnen`. */
export function withoutGenderMarks(text: string): string {
  return anyMark.test(text) ? text.replace(everyMark, '') : text;
}

/** The masculine form: `Bürger`; undefined for another word. */
export function genderBase(word: string): string | undefined {
  const base = word.replace(ending, '').replace(innerCapital, '');
  return base === word ? undefined : base;
}
