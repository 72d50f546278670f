/** English messages of the date filter, which imports this file. */
import { en } from './en.ts';

export const dates = {
  fromYear: 'From year',
  toYear: 'To year',
  exactDays: 'Exact days',
};

Object.assign(en, dates);
