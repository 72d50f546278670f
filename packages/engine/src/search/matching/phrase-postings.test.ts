import { describe, expect, it } from 'vitest';
import { type TestDocument, TestSegments } from '../../../test/support/segments.ts';
import { matchesOf } from './matches.ts';
import { DEFAULT_RANKING } from './ranking.ts';
import { SearchScratch } from './search-scratch.ts';

const context = { scratch: new SearchScratch(), ranking: DEFAULT_RANKING };

/** Finds phrases whose words are given as terms separated by `|`. Returns frequencies by document. */
function setUp(documents: TestDocument[], deleted: number[] = []) {
  const segments = new TestSegments();
  const reader = segments.add(documents, deleted);
  return (...words: string[]) => {
    const terms = words.map((word) => word.split('|').map((each) => segments.term(each)));
    const { documents: found, weights } = matchesOf(reader, { kind: 'phrase', words: terms }, context);
    return Object.fromEntries(Array.from(found, (document, i) => [document, weights[i]]));
  };
}

describe('postings of a phrase', () => {
  it('finds adjacent words in their order only', () => {
    const find = setUp([{ body: ['high tide'] }, { body: ['tide high'] }, { body: ['high spring tide'] }]);
    expect(find('high', 'tide')).toEqual({ 0: 1 });
    expect(find('high', 'spring', 'tide')).toEqual({ 2: 1 });
  });

  it('counts each occurrence, twice in the title', () => {
    const find = setUp([{ title: 'high tide', body: ['a high tide, the high tide and high water'] }]);
    expect(find('high', 'tide')).toEqual({ 0: 4 });
  });

  it('accepts any term of a word', () => {
    const find = setUp([{ body: ['high tides'] }, { body: ['higher tide'] }, { body: ['low tide'] }]);
    expect(find('high|higher', 'tide|tides')).toEqual({ 0: 1, 1: 1 });
  });

  it('does not match across the end of a text', () => {
    expect(setUp([{ title: 'high', body: ['tide', 'high', 'tide'] }])('high', 'tide')).toEqual({});
  });

  it('counts overlapping occurrences of a repeated word', () => {
    expect(setUp([{ body: ['bye bye bye'] }])('bye', 'bye')).toEqual({ 0: 2 });
  });

  it('omits deleted documents', () => {
    expect(setUp([{ body: ['high tide'] }, { body: ['high tide'] }], [0])('high', 'tide')).toEqual({ 1: 1 });
  });

  it('finds a last word with many terms, such as a prefix, and counts each end once', () => {
    const endings = [...'abcdefghijklmnopqrst'].map((letter) => `sea${letter}`);
    const documents = [
      { body: endings.map((word) => `deep ${word}`) },
      { body: ['deep seab, deep seab'] },
      { body: ['seab deep'] },
    ];
    expect(setUp(documents)('deep', endings.join('|'))).toEqual({ 0: 20, 1: 2 });
  });

  it('counts an end once if two terms of the last word share the next position', () => {
    const fillers = [...'abcdefghijklmnopqrst'].map((letter) => `sea${letter}`);
    const find = setUp([{ body: ['modern R&D'] }, { body: fillers }]);
    expect(find('modern', ['r&d', 'r', ...fillers].join('|'))).toEqual({ 0: 1 });
  });

  it('counts an occurrence once if two terms of the first word share its position', () => {
    expect(setUp([{ body: ['R&D and R&D'] }])('r&d|r', 'r&d|d')).toEqual({ 0: 2 });
  });

  it('finds phrases in many documents', () => {
    const documents = Array.from({ length: 300 }, (_, i) => ({
      body: [i % 7 === 0 ? 'high tide' : 'tide high'],
    }));
    const found = Object.keys(setUp(documents)('high', 'tide')).map(Number);
    expect(found.sort((a, b) => a - b)).toEqual(Array.from({ length: 43 }, (_, i) => 7 * i));
  });
});
