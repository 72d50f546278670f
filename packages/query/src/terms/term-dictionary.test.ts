import { expect, it } from 'vitest';
import { analyzerFor } from '../analysis/analyzers.ts';
import { TermDictionaryBuilder } from './term-dictionary-builder.ts';

it('finds prefixes among sorted and unsorted terms, without those of removed documents', () => {
  const builder = new TermDictionaryBuilder();
  const language = analyzerFor('xx');
  const formOf = builder.formLookup(language);
  const documentOf = (words: string[]) => ({
    languages: [[builder.languageNumber(language), 1] as const],
    forms: words.map((word) => [formOf(word, 0, word.length), 1] as const),
  });
  const numbered = Array.from({ length: 6000 }, (_, i) => `term${i}`);
  builder.add(documentOf(numbered.filter((_, i) => i % 2 === 0)));
  const removed = documentOf(numbered.filter((_, i) => i % 2 === 1));
  builder.add(removed);
  builder.current().startingWith('term');
  builder.remove(removed);
  builder.add(documentOf(['term1234x']));
  const dictionary = builder.current();
  const found = dictionary.startingWith('term123').map((term) => dictionary.terms.at(term));
  expect(found.sort()).toEqual(['term1230', 'term1232', 'term1234', 'term1234x', 'term1236', 'term1238']);
});
