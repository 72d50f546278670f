/** Parsers of responses: what they tolerate, and what they reject. */
import { expect, test } from 'vitest';
import { parseDocuments, parseExtraction, parseSearchResponse, parseSuggestions } from './responses.ts';

const parsers = { parseSearchResponse, parseDocuments, parseSuggestions, parseExtraction };

test.each(Object.entries(parsers))('%s rejects responses of another shape', (_, parse) => {
  for (const body of [{}, { total: 0 }, { total: 0, result: 'none', extractedConcepts: 7 }, 'OK', null, 0])
    expect(() => parse(body)).toThrow(expect.objectContaining({ kind: 'malformed' }));
});

test('rejects concepts without a URI', () => {
  const malformed = expect.objectContaining({ kind: 'malformed' });
  expect(() => parseSuggestions({ result: [{ label: 'Owl', value: 7 }] })).toThrow(malformed);
  expect(() => parseExtraction({ extractedConcepts: [{ label: 'Owl' }] })).toThrow(malformed);
});

test('accepts lists without an envelope, and null for an empty list', () => {
  expect(parseSuggestions({ result: null })).toEqual([]);
  expect(parseDocuments([{ id: 'a' }])).toHaveLength(1);
  expect(parseSearchResponse({ total: '1', result: [{ identifier: 'a' }] }).total).toBe(1);
  expect(parseExtraction({ extractedConcepts: null })).toEqual([]);
});
