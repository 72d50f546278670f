/** Dates, languages and addresses of metadata in their standard forms. */

const DATE = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T\d\d:\d\d.*)?)?)?$/;

/** ISO 8601 date, month or year; undefined for other texts and impossible dates. */
export function isoDate(text: string): string | undefined {
  const written = text.trim();
  if (!DATE.test(written) || Number.isNaN(Date.parse(written))) return undefined;
  return written.length > 'YYYY-MM-DD'.length ? new Date(written).toISOString() : written;
}

/** Canonical BCP 47 tag, also of the three-letter codes of ISO 639-2; undefined for other texts. */
export function languageTag(text: string): string | undefined {
  try {
    const { language, baseName } = new Intl.Locale(text.trim().replaceAll('_', '-'));
    return language.length <= 3 && language !== 'und' && language !== 'mul' ? baseName : undefined;
  } catch {
    return undefined;
  }
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}
