import { analyzerFor } from '@semantic-search/query/analysis';
import { expect, test } from 'vitest';
import { highlighter } from './highlighter.ts';

const english = [analyzerFor('en')];
const tides = highlighter(
  { highlightTerms: [{ word: 'tide', unfinished: false }], highlightLabels: ['High water mark'] },
  english,
);
const highlighted = (text: string, extent?: number) =>
  tides(text, 'en', extent).map(({ begin, end }) => [begin, text.slice(begin, end)]);

test('the highlighter marks inflected forms and complete labels', () => {
  expect(highlighted('Tides, high-water marks and high water')).toEqual([
    [0, 'Tides'],
    [7, 'high-water marks'],
  ]);
});

test('the highlighter stops at the requested length after the first match', () => {
  const text = `${'sand '.repeat(100)}tide ${'sea '.repeat(4)}tide ${'sea '.repeat(50)}tide`;
  expect(highlighted(text).map(([begin]) => begin)).toEqual([500, 521, 726]);
  expect(highlighted(text, 21).map(([begin]) => begin)).toEqual([500, 521]);
  expect(highlighted(text, 20).map(([begin]) => begin)).toEqual([500]);
});

test('the highlighter reads the first 100,000 characters of a text', () => {
  expect(highlighted(`${'sand '.repeat(19_000)}tide`)).toHaveLength(1);
  expect(highlighted(`${'sand '.repeat(21_000)}tide`)).toEqual([]);
});

test('the highlighter finds words regardless of the case or accent of their first character', () => {
  const german = [analyzerFor('de')];
  const highlight = highlighter(
    {
      highlightTerms: ['Ökonomie', 'æsop', '失業'].map((word) => ({ word, unfinished: false })),
      highlightLabels: [],
    },
    german,
  );
  const text = 'okonomie, O\u0308KONOMIEN, Ｏkonomie, Äsop, Aesop, Æsop, 失業';
  expect(highlight(text, 'de').map(({ begin, end }) => text.slice(begin, end))).toEqual([
    'okonomie',
    'O\u0308KONOMIEN',
    'Ｏkonomie',
    'Äsop',
    'Aesop',
    'Æsop',
    '失業',
  ]);
});
