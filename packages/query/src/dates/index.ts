/** Date readers: ISO 8601, and the dates of foreign texts. */
export { type ReadDate, readIsoDate } from './iso-date.ts';
export { readDate } from './read-date.ts';
