/** English messages of filters by dates and numbers, which import this file. */
import { en } from './en.ts';

export const dates = {
  from: 'From',
  to: 'To',
  apply: 'Apply',
  fromYear: 'From year',
  toYear: 'To year',
  exactDays: 'Exact days',
};

Object.assign(en, dates);
