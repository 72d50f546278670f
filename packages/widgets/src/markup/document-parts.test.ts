/** Tests of highlighting and of the words of a text. */
import { describe, expect, test } from 'vitest';
import { highlightSpans, wordsOf } from './document-parts.ts';

test('words keep the vowels that are marks, and short ones are left out', () => {
  expect(wordsOf('a big-cat of 2026')).toEqual(['big', 'cat', '2026']);
  expect(wordsOf('सरकारी योजना')).toEqual(['सरकारी', 'योजना']);
});

describe('highlights', () => {
  const bracketed = (text: string, spans: { begin: number; end: number }[]) =>
    highlightSpans(text, spans, (part) => `[${part}]`).join('');
  test('cover the spans in any order', () => {
    expect(
      bracketed('one two three', [
        { begin: 8, end: 13 },
        { begin: 0, end: 3 },
      ]),
    ).toBe('[one] two [three]');
  });
  test('neither lose nor repeat text, whatever the spans', () => {
    const wild = [
      { begin: 2, end: 9 },
      { begin: 0, end: 4 },
      { begin: 5, end: 5 },
      { begin: 9, end: 99 },
    ];
    expect(bracketed('0123456789', wild).replace(/[[\]]/g, '')).toBe('0123456789');
  });
});
