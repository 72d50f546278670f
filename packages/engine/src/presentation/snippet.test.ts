/** Tests of snippets: where a text is cut. */
import { expect, test } from 'vitest';
import { snippet } from './snippet.ts';

const cut = (text: string, length: number) => snippet(text, [], length).text;

test('a snippet that ends between words ends with an ellipsis', () => {
  expect(cut('Adults cross whole oceans alone', 21)).toBe('Adults cross whole…');
});

test('a snippet has no comma before the ellipsis', () => {
  expect(cut('Adults cross whole oceans, alone and at night', 33)).toBe('Adults cross whole oceans, alone…');
  expect(cut('Adults cross whole oceans, alone and at night', 29)).toBe('Adults cross whole oceans…');
});

test('a snippet that ends with a sentence has no ellipsis', () => {
  expect(cut('She lays a hundred eggs. They hatch at night', 27)).toBe('She lays a hundred eggs.');
  expect(cut('They call it “the ghost.” Nobody has seen it', 28)).toBe('They call it “the ghost.”');
});

test('a snippet starts before its first match, and keeps the offsets of the matches', () => {
  const text = `${'sand '.repeat(20)}tide ${'sea '.repeat(20)}`;
  const { text: part, spans } = snippet(text, [{ begin: 100, end: 104 }], 40);
  expect(part).toMatch(/^…sand .*sea…$/);
  expect(spans.map(({ begin, end }) => part.slice(begin, end))).toEqual(['tide']);
});
