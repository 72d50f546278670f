/** Masks personal data in the text of a search: mail addresses, account and other long numbers. */

/** Minimum number of digits of a personal number: years, dates and postal codes are shorter. */
const MIN_DIGITS = 9;
/** A text with fewer digits is a code before ordinary words, as in `ab12 some more words`. */
const MIN_IBAN_DIGITS = 8;

const digitCount = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0;

/**
 * Masks `jo@example.org`, `jo%40example.org`, `DE89 3704 0044 0532 0130 00` and `+49 (30) 1234-5678`. Used in the browser
 * before an event is sent, and again by the service before it counts the event.
 */
export function maskPersonalData(text: string): string {
  return text
    .normalize('NFKC') // Turns full-width letters and digits into ASCII.
    .replace(/\S+/gu, (word) => (/.(?:@|%40\p{L})/iu.test(word) ? '[email]' : word))
    .replace(/\b[a-z]{2}\d{2}(?:[ -]?[a-z\d]{2,4}){3,8}\b/giu, (match) =>
      digitCount(match) < MIN_IBAN_DIGITS ? match : '[iban]',
    )
    .replace(/\+?\p{Nd}(?:[ ./()-]{0,2}\p{Nd})*/gu, (match) =>
      digitCount(match) < MIN_DIGITS ? match : '[number]',
    );
}

/** Whether `maskPersonalData` has masked a part of the text. */
export const hasMaskedData = (text: string): boolean => /\[(?:email|iban|number)\]/.test(text);
