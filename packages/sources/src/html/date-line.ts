/** Lines that give the date of a page, such as `Published on 3 May 2024`. */
const MAX_LINE_LENGTH = 80;
/** A few words may precede the date. */
const MAX_LABEL_LENGTH = 40;
const DATE_FORMS = [
  /^\d{1,2}[./] ?\d{1,2}[./] ?\d{4}/,
  /^\d{4}[-./年년] ?\d{1,2}[-./月월] ?\d{1,2}[日일]?/,
  /^\d{4}(?:\.| m\.) \p{L}{3,12} \d{1,2}/u,
  /^\d{1,2}(?:\.|er|st|nd|rd|th)?[ -](?:de |tháng )?(?:\d{1,2}|[\p{L}\p{M}.]{3,15})[.,]?[ -](?:del? |năm )?\d{4}/u,
];
const DAY_AFTER_MONTH = /^\d{1,2}(?:st|nd|rd|th)?,? \d{4}/;
/** What may follow the date and the word for its year: nothing, a mark, or the time of day after a mark or short words. */
const AFTER_DATE =
  /^(?: \p{L}{1,4}\.?)?(?:[\s.)]*(?:$|[|·⋅•–—(（:\d-])|,? (?:\p{L}{1,4}\.? ){0,2}\d{1,2} ?[:.h] ?\d\d)/u;
/** Rows of tables that programs draw have `│` first, or `┆` anywhere. Log lines: no word before a time, only ASCII after it. */
const DRAWN_ROW = /^\s*│|┆/;
const LOG_TIME = /^\P{L}*\d\d:\d\d:\d\d/u;

/** The date as written; before `3, 2024` also a word, such as `May`. Undefined if the line is a sentence, or has no date. */
export function dateOfLine(line: string): string | undefined {
  const digits = line.search(/\d/);
  if (digits < 0 || digits > MAX_LABEL_LENGTH || line.length > MAX_LINE_LENGTH) return undefined;
  const time = LOG_TIME.exec(line)?.[0];
  if (DRAWN_ROW.test(line) || (time && !/[^ -~]/.test(line.slice(time.length)))) return undefined;
  const rest = line.slice(digits);
  const wordBefore = DAY_AFTER_MONTH.test(rest) ? line.slice(0, digits).trim().split(' ').at(-1)! : '';
  const date = [...DATE_FORMS, DAY_AFTER_MONTH].map((form) => form.exec(rest)?.[0]).find(Boolean);
  return date && AFTER_DATE.test(rest.slice(date.length)) ? `${wordBefore} ${date}`.trim() : undefined;
}
