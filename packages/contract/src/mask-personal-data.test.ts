/** Masking of personal data: what it finds, and what it leaves. */
import { expect, it } from 'vitest';
import { maskPersonalData } from './index.ts';

it.each([
  ['write to ann.lee+x@example.org today', 'write to [email] today'],
  ['ann@localhost', '[email]'],
  ['ann%40example.org', '[email]'],
  ['DE89 3704 0044 0532 0130 00', '[iban]'],
  ['de89370400440532013000', '[iban]'],
  ['nl91ABNA0417164300', '[iban]'],
  ['call +49 (170) 123-4567 now', 'call [number] now'],
  ['4111 1111 1111 1111', '[number]'],
  ['٠١٢٣٤٥٦٧٨٩', '[number]'],
  ['１２３４５６７８９', '[number]'],
])('masks %s', (text, masked) => {
  expect(maskPersonalData(text)).toBe(masked);
});

it.each([
  'puma',
  '2019-2020',
  '2024-01-15',
  '1010 Wien',
  '@mentions',
  '100%40 off',
  'ISO 27001:2022',
  'mp34 film test data',
  'R&D C++ .NET',
])('leaves %s', (text) => {
  expect(maskPersonalData(text)).toBe(text);
});

it('masks long texts in linear time', () => {
  for (const part of ['1 ', 'ab12 ', 'a', '1'.repeat(8), '(-']) {
    const started = performance.now();
    maskPersonalData(part.repeat(4000 / part.length));
    expect(performance.now() - started, part).toBeLessThan(500);
  }
});
