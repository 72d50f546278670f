/** Tests of the display form of details. */
import { expect, test } from 'vitest';
import { english } from '../locale/locale.ts';
import { detailText } from './metadata.ts';

const shown = (text: string, field = 'dyn_flt_published') => detailText(text, field, english, 'medium');

test.each(['America/Los_Angeles', 'Asia/Tokyo', 'Europe/Berlin'])(
  'a date without a zone is shown as written in %s',
  (zone) => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      const written = ['2024-03-01', '2024-03-01T00:30:00', '2024-03-01T23:30', '2024-03-01 12:00:00'];
      expect(written.map((text) => shown(text))).toEqual(written.map(() => 'Mar 1, 2024'));
    } finally {
      process.env.TZ = before ?? 'UTC';
    }
  },
);

test('a date with a zone is shown in UTC', () => {
  expect(shown('2024-03-01T00:30:00+02:00')).toBe('Feb 29, 2024');
  expect(shown('2024-03-01T00:30:00Z')).toBe('Mar 1, 2024');
});

test('an invalid date and a text remain unchanged', () => {
  expect(shown('2024-02-30T99:00')).toBe('2024-02-30T99:00');
  expect(shown('2024-02-30', 'dyn_lit_note')).toBe('2024-02-30');
});
