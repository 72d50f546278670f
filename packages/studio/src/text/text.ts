/** Texts, numbers and dates in the language of the person; only its file is loaded. */
import { canonical, Locale } from '@semantic-search/widgets/locale';
import { en, type TextKey, type Texts } from './en.ts';
import { storedLanguage, storeLanguage } from './stored-language.ts';

const languageFiles = import.meta.glob<Partial<Texts>>('./languages/*.json', { import: 'default' });
const settingFiles = import.meta.glob<Record<string, string>>('./settings/*.json', { import: 'default' });
const tagOf = (path: string): string => path.slice('./languages/'.length, -'.json'.length);

/** Tags of the languages that can be chosen. */
export const languages: readonly string[] = ['en', ...Object.keys(languageFiles).map(tagOf)].sort();

/** Unlike in the widgets, one language serves the whole page: another choice loads the page again. */
export const locale = await localeOf(preferredTag());

/** A text with values inserted; `count` selects the plural form, numbers are localized. */
export const text = (key: TextKey, values: Record<string, string | number> = {}): string =>
  locale.text(key, values);

/** Like `text`, with templates as values. */
export function rich(key: TextKey, values: Record<string, unknown>): unknown[] {
  const placeholder = (name: string, value: unknown) => (typeof value === 'number' ? value : `{${name}}`);
  const placeholders = Object.entries(values).map(([name, value]) => [name, placeholder(name, value)]);
  return text(key, Object.fromEntries(placeholders))
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 1 ? values[part] : part));
}

export const formatNumber = (value: number): string => locale.number(value);

/** `21 Nov 2026, 15:04`. */
export const formatTime = (instant: string | number): string =>
  new Intl.DateTimeFormat(locale.tag, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));

/** `21 Nov 2026`, from a date without time. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat(locale.tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

/** Name of a language in the language of the person; the tag if it has no known name. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(locale.tag, { type: 'language' }).of(tag) ?? tag;
  } catch {
    // The pattern of the settings schema permits tags that `Intl` rejects.
    return tag;
  }
}

const shareFormat = new Intl.NumberFormat(locale.tag, { style: 'percent', maximumFractionDigits: 1 });

/** A share in percent; a dash if the whole is 0. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : shareFormat.format(part / whole);

/** `2.9 MB`, rounded. */
export function formatBytes(bytes: number): string {
  const power = [1, 2].find((exponent) => bytes / 1024 ** exponent < 1000) ?? 3;
  const unit = ['kilobyte', 'megabyte', 'gigabyte'][power - 1]!;
  const options = { style: 'unit', unit, maximumFractionDigits: power > 1 ? 1 : 0 } as const;
  return new Intl.NumberFormat(locale.tag, options).format(bytes / 1024 ** power);
}

/** Keeps the choice in this browser, and shows the page in that language. */
export function chooseLanguage(tag: string): void {
  storeLanguage(tag);
  location.reload();
}

/** File of the language with this tag. */
export function fileFor(tag: string): string | undefined {
  const { language, script } = new Intl.Locale(tag).maximize();
  const names = [`${language}-${script}`, language === 'nn' || language === 'no' ? 'nb' : language];
  return names.find((name) => languages.includes(name));
}

/** The chosen language, with the browser's region if the languages match; else the browser's language. */
function preferredTag(): string {
  if (!globalThis.document) return 'en-GB';
  const chosen = storedLanguage();
  const tags = navigator.languages.map(canonical);
  const preferred = tags.find((tag) => (chosen ? fileFor(tag) === chosen : fileFor(tag) !== undefined));
  return preferred ?? (chosen && languages.includes(chosen) ? chosen : 'en');
}

export async function localeOf(tag: string): Promise<Locale<Texts>> {
  const load = languageFiles[`./languages/${fileFor(tag)}.json`];
  // English texts replace missing texts of the language.
  const loaded = new Locale<Texts>(tag, { ...en, ...(load && (await load())) });
  if (globalThis.document) {
    document.documentElement.lang = tag;
    document.documentElement.dir = loaded.isRightToLeft ? 'rtl' : 'ltr';
  }
  return loaded;
}

/** Translates titles and descriptions of settings, which the API description has in English; others stay. */
export async function settingTranslation(tag = locale.tag): Promise<(english: string) => string> {
  const texts = await settingFiles[`./settings/${fileFor(tag)}.json`]?.();
  return (english) => texts?.[english] ?? english;
}
