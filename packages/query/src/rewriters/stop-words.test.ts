import { describe, expect, it } from 'vitest';
import { analyzerFor } from '../analysis/analyzers.ts';
import { parseQuery } from '../parser.ts';
import { stopWordsIn } from './stop-words.ts';

function stopWords(input: string, language = 'en'): string[] {
  const stops = stopWordsIn(parseQuery(input), [], analyzerFor(language));
  return [...stops].map(({ words: [word] }) => word!.text);
}

describe('stop words', () => {
  it.each([
    ['a fox within the woods without snow', ['a', 'within', 'the', 'without']],
    ['also foxes', ['also']],
    // Words of a label or title need not be separated by content words.
    ['the who', []],
  ])('of %s', (input, expected) => {
    expect(stopWords(input)).toEqual(expected);
  });

  it.each([
    [
      'en',
      'please give a list of articles that use red foxes',
      ['a', 'of', 'that', 'please', 'give', 'list', 'use'],
    ],
    ['de', 'bitte finde Artikel über Füchse und Eulen', ['über', 'und', 'bitte', 'finde']],
    ['fr', 'je cherche des articles sur les renards et hiboux', ['je', 'des', 'sur', 'les', 'et', 'cherche']],
    ['es', 'busco artículos sobre zorros y búhos', ['sobre', 'y', 'busco']],
  ])('of a request in %s include the words of the request', (language, input, expected) => {
    expect(stopWords(input, language).toSorted()).toEqual(expected.toSorted());
  });

  it('a few words are not a request', () => {
    expect(stopWords('land use')).toEqual([]);
    expect(stopWords('use of land')).toEqual(['of']);
  });

  it('words in capitals among others and quoted words are not stop words', () => {
    expect(stopWords('the US and "the" fox')).toEqual(['the', 'and']);
  });
});

describe('English stems', () => {
  it('one is not an inflection of on', () => {
    const { stem } = analyzerFor('en');
    expect([stem('one'), stem('ones'), stem('on')]).toEqual(['one', 'one', 'on']);
  });
});
