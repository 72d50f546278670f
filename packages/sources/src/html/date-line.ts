/** Lines that give the date of a page, such as `Published on 3 May 2024`. */
const MAX_LINE_LENGTH = 80;
/** A few words may precede the date. */
const MAX_LABEL_LENGTH = 40;
/** In this order: `3.5.2024`; `2024-05-03` and `2024년 5월 3일`; `2024. máj 3`; `3rd May, 2024` and `3 de mayo de 2024`. */
const DATE_FORMS = [
  /^\d{1,2}[./] ?\d{1,2}[./] ?\d{4}/,
  /^\d{4}[-./年년] ?\d{1,2}[-./月월] ?\d{1,2}[日일]?/,
  /^\d{4}(?:\.| m\.) \p{L}{3,12} \d{1,2}/u,
  /^\d{1,2}(?:\.|er|st|nd|rd|th)?[ -](?:de |tháng )?(?:\d{1,2}|[\p{L}\p{M}.]{3,15})[.,]?[ -](?:del? |năm )?\d{4}/u,
];
/** `3, 2024` after the name of a month. */
const DAY_AFTER_MONTH = /^\d{1,2}(?:st|nd|rd|th)?,? \d{4}/;
/** Allowed after the date and the word for its year: nothing, a mark, a weekday, or the time after a mark or short words. */
const AFTER_DATE =
  /^(?: \p{L}{1,4}\.?)?(?:[\s.)\]]*(?:$|[|·⋅•–—(（:\d-])|, (?:\p{L}+ ){0,3}\p{L}+$|,? (?:\p{L}{1,4}\.? ){0,2}\d{1,2} ?[:.h] ?\d\d)/u;
/** Row of a drawn table, or line of a log: no word is before its first time, and only ASCII characters are after it. */
const PROGRAM_OUTPUT = /^\s*│|┆|^(?:(?!\d:\d\d:\d\d)\P{L})*\d:\d\d:\d\d[ -~]*$/u;

/** The date as written; before `3, 2024` also a word, such as `May`. Undefined if the line is a sentence, or has no date. */
export function dateOfLine(line: string): string | undefined {
  const start = line.search(/\d/);
  if (start < 0 || start > MAX_LABEL_LENGTH || line.length > MAX_LINE_LENGTH) return undefined;
  if (PROGRAM_OUTPUT.test(line)) return undefined;
  const dateAndRest = line.slice(start);
  const date = [...DATE_FORMS, DAY_AFTER_MONTH].map((form) => form.exec(dateAndRest)?.[0]).find(Boolean);
  if (!date || !AFTER_DATE.test(dateAndRest.slice(date.length))) return undefined;
  const month = DAY_AFTER_MONTH.test(dateAndRest) ? line.slice(0, start).trim().split(' ').at(-1) : '';
  return `${month} ${date}`.trim();
}
