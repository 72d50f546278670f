/** Labels of settings and readable values. */
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

const choices: Record<string, string> = {
  detail_view: 'Detail view',
  link: 'Page of the document',
  hierarchical: 'Tree',
  flat: 'List',
  top: 'List of the top level',
  count: 'Number of documents',
  label: 'Name',
  asc: 'Ascending',
  desc: 'Descending',
  search: 'Search box',
  date: 'Dates',
  reset: 'Clear all',
  facets: 'Facets',
  results: 'Results',
  trends: 'Trends',
};

const someDay = new Date(2026, 10, 21);

/** Label of an option; date styles show an example. */
export function optionLabel(value: string, setting = ''): string {
  if (setting === 'dateFormat')
    return new Intl.DateTimeFormat('en-GB', {
      dateStyle: value as 'short' | 'medium' | 'long' | 'full',
    }).format(someDay);
  return choices[value] ?? humanize(value);
}

const MAX_VALUE_LENGTH = 120;

/** Abbreviates a value for a table cell. */
export function formatValue(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (value === null || value === undefined) return 'none';
  if (value === '' || (Array.isArray(value) && value.length === 0)) return 'empty';
  if (Array.isArray(value))
    return shortened(value.map((item) => formatValue(isObject(item) ? item.title : item)).join(', '));
  if (isObject(value)) return shortened(JSON.stringify(value));
  const text = String(value);
  return /^data:/.test(text)
    ? `an image of ${Math.round(text.length / 1024)} KiB`
    : shortened(choices[text] ?? text);
}

const shortened = (text: string): string =>
  text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;

/** `48 KB` or `2.9 MB`, rounded. */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.round(kilobytes)} KB`;
  return `${Number((kilobytes / 1024).toFixed(1))} MB`;
}

/** `21 Nov 2026, 15:04` in the language of the page. */
export const formatTime = (instant: string | number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));
