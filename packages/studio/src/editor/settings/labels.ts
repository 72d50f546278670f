/** Labels of settings, their schemas by path, and readable values. */
import { en, type TextKey } from '../../text/en.ts';
import { formatBytes, locale, text } from '../../text/text.ts';
import type { Path } from './draft.ts';
import { isObject, type Schema } from './schema.ts';

/** `numberOfSimilarDocuments` → `Number of similar documents`, for settings without a title. */
export function humanize(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const memberOf = (schema: Schema | undefined, key: string | number): Schema | undefined =>
  typeof key === 'number' ? schema?.items : schema?.properties?.[key];

/** Schema of a setting; undefined for an unknown one. */
export const schemaAt = (schema: Schema, path: Path): Schema | undefined =>
  path.reduce<Schema | undefined>(memberOf, schema);

/** Title of a copy: its title and the added words of any language fit into the 200 characters of a title. */
export const copyTitle = (title = ''): string => text('copyOf', { title: title.slice(0, 180) });

/** Label of a setting with its group: `Results: Results per page`. */
export function labelAt(schema: Schema, path: Path): string {
  const names: string[] = [];
  let part: Schema | undefined = schema;
  for (const key of path) {
    part = memberOf(part, key);
    names.push(typeof key === 'number' ? `${key + 1}` : (part?.title ?? humanize(key)));
  }
  return names.join(': ');
}

/** Parses a dotted key of the server into a path; numbers are list positions. */
export const pathOf = (key: string): Path =>
  key
    .replace(/^config\./, '')
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

type DateStyle = Intl.DateTimeFormatOptions['dateStyle'] & string;
/** Day in the examples of date formats: its number cannot be read as a month. */
const EXAMPLE_DAY = new Date(2026, 10, 21);

/** Label of an option; date styles show an example. */
export function optionLabel(value: string, setting = ''): string {
  if (setting === 'dateFormat')
    return new Intl.DateTimeFormat(locale.tag, { dateStyle: value as DateStyle }).format(EXAMPLE_DAY);
  return knownOption(value) ?? humanize(value);
}

function knownOption(value: string): string | undefined {
  const key = `option_${value}`;
  return key in en ? text(key as TextKey) : undefined;
}

/** Longer values would make the cells of a table too high. */
const MAX_VALUE_LENGTH = 120;

/** Abbreviates a value for a table cell. */
export function formatValue(value: unknown): string {
  if (value === true) return text('yes');
  if (value === false) return text('no');
  if (value === null || value === undefined) return text('none');
  if (value === '' || (Array.isArray(value) && value.length === 0)) return text('empty');
  if (Array.isArray(value))
    return shortened(value.map((item) => formatValue(isObject(item) ? item.title : item)).join(', '));
  if (isObject(value)) return shortened(JSON.stringify(value));
  const words = String(value);
  return /^data:/.test(words)
    ? text('embeddedImage', { size: formatBytes(words.length) })
    : shortened(knownOption(words) ?? words);
}

export const shortened = (words: string, maxLength = MAX_VALUE_LENGTH): string =>
  words.length > maxLength ? `${words.slice(0, maxLength)}…` : words;
