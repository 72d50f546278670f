/** Dates of foreign texts. */
export { type ReadDate, readIsoDate } from './iso-date.ts';
export { readDate } from './read-date.ts';
