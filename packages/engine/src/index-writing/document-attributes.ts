/** Attributes of documents: all members but the standard ones, and their values for facets. */
import { readIsoDate } from '@semantic-search/query/dates';
import type { DocumentInput } from '../writable-space.ts';
import { parseDate } from './document-dates.ts';

/** Members that are not attributes. */
export const STANDARD_MEMBERS: ReadonlySet<string> = new Set([
  'id',
  'title',
  'description',
  'text',
  'link',
  'date',
  'image',
  'subjects',
  'embedding',
  'sections',
]);

/** In UTF-16 code units. Longer strings are text rather than facet values. */
export const MAX_LITERAL_LENGTH = 256;

/** The attributes with their values; null counts as absent, in a list, too. */
export function attributesOf(document: DocumentInput): [name: string, values: unknown[]][] {
  return Object.entries(document)
    .filter(([name, value]) => !STANDARD_MEMBERS.has(name) && value !== null && value !== undefined)
    .map(([name, value]) => [name, [value].flat().filter((element) => element !== null)]);
}

/** Calendar dates. Other forms of ISO 8601 look like identifiers. */
const calendarDate = /^\d{4}-\d{2}(?:$|-\d{2}(?:$|[T ]\d{2}:))/;

/** Matches attribute names in which a plain year means a date. In others it is a number or literal. */
export const dateAttributeName = /date|datum|issued|created|modified|published|accessed/i;
const fourDigitYear = /^[12]\d{3}$/;

/** A date is in milliseconds since 1970. */
type FacetValue = { kind: 'literal'; value: string } | { kind: 'number' | 'date'; value: number };

/** Value of an attribute for facets, without white space around it; null if there is none. */
export function facetValueOf(value: unknown, name: string): FacetValue | null {
  if (fourDigitYear.test(`${value}`) && dateAttributeName.test(name))
    return { kind: 'date', value: parseDate(`${value}`)! };
  if (typeof value === 'number') return Number.isFinite(value) ? { kind: 'number', value } : null;
  if (typeof value === 'boolean') return { kind: 'literal', value: String(value) };
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || text.length > MAX_LITERAL_LENGTH) return null;
  const isoDate = calendarDate.test(text) ? readIsoDate(text) : undefined;
  return isoDate ? { kind: 'date', value: isoDate.start } : { kind: 'literal', value: text };
}
