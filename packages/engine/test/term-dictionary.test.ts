import { normalize } from '@semantic-search/query/analysis';
import type { TermDictionary } from '@semantic-search/query/terms';
import { TermDictionaryBuilder } from '@semantic-search/query/terms';
import { runToCompletion } from '@semantic-search/query/util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SegmentBuilder } from '../src/index/segment-builder.ts';
import { CorpusTerms } from './reference-model/occurrences.ts';

/** Some are stop words of one language and inflected forms in another one. */
const words = ['hat', 'Hats', 'die', 'dies', 'dying', 'der', 'Bär', 'bar', 'bars'];
const document = fc.record({
  id: fc.constant('a'),
  title: fc.array(fc.constantFrom(...words), { maxLength: 3 }).map((found) => found.join(' ')),
  language: fc.constantFrom('en', 'de', 'sv'),
});
type Titled = typeof document extends fc.Arbitrary<infer Value> ? Value : never;

const nothing = { date: null, body: [], subjects: [], literals: new Map(), numbers: new Map() };

function vocabularyOf(documents: Titled[]): TermDictionary {
  const termDictionary = new TermDictionaryBuilder();
  const segment = new SegmentBuilder(termDictionary);
  documents.forEach((each, key) => {
    runToCompletion(segment.add({ ...nothing, ...each, key }));
  });
  termDictionary.add(segment.terms);
  return termDictionary.current();
}

test('the forms of a term equal those of the reference model, even if some are stop words in another language', () => {
  let left = 0;
  const compare = (documents: Titled[]) => {
    const [termDictionary, met] = [vocabularyOf(documents), new CorpusTerms(documents)];
    for (const language of termDictionary.languages) {
      for (const word of words) {
        const meant = termDictionary.unambiguousForms(word, language);
        const terms = new Set([normalize(word), ...meant.map((term) => termDictionary.terms.at(term))]);
        expect([...terms].sort()).toEqual([...met.formsOf(word, [language])].sort());
        left += termDictionary.forms(word, language).length - meant.length;
      }
    }
  };
  fc.assert(fc.property(fc.array(document, { minLength: 3, maxLength: 12 }), compare), { numRuns: 300 });
  expect(left).toBeGreaterThan(0);
});
