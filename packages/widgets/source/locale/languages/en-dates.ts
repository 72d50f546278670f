/** English, the words of filters by date and by range: they import this file. */
import { en } from './en.ts';

export const dates = {
  fromYear: 'From year',
  toYear: 'To year',
  from: 'From',
  to: 'To',
  apply: 'Apply',
  exactDays: 'Exact days',
};

Object.assign(en, dates);
