import { describe, expect, it } from 'vitest';
import { parseSynonyms } from './synonym-rules.ts';

const both = ['sofa', 'couch'];
const rules = [
  { from: both, to: both },
  { from: ['tv'], to: ['tv', 'television'] },
];

describe('synonym rules', () => {
  it.each([
    [
      'algolia.json',
      [
        { objectID: '1', type: 'synonym', synonyms: both },
        { objectID: '2', type: 'oneWaySynonym', input: 'tv', synonyms: ['television'] },
      ],
    ],
    [
      'typesense.json',
      {
        synonyms: [
          { id: '1', synonyms: both },
          { id: '2', root: 'tv', synonyms: ['television'] },
        ],
      },
    ],
  ])('are read from %s', (name, content) => {
    expect(parseSynonyms(JSON.stringify(content), name)).toEqual({ rules, warnings: [] });
  });

  it('are read from lines of JSON, and from the words of Meilisearch', () => {
    const lines = '{"id":"1","synonyms":["sofa","couch"]}\n{"root":"tv","synonyms":["television"]}\n';
    expect(parseSynonyms(lines, 'typesense.jsonl').rules).toEqual(rules);
    expect(parseSynonyms('{"tv":["television"],"synonyms":["aliases"]}', 'settings.json').rules).toEqual([
      rules[1],
      { from: ['synonyms'], to: ['synonyms', 'aliases'] },
    ]);
  });

  it('are read from Solr with comments, one-way rules and escaped characters', () => {
    const text = '\uFEFF# furniture\nsofa , couch\n\ntv => television,telly\r\na\\,b, c\\=>d\n';
    expect(parseSynonyms(text, 'synonyms.txt')).toEqual({
      rules: [
        rules[0],
        { from: ['tv'], to: ['television', 'telly'] },
        { from: ['a,b', 'c=>d'], to: ['a,b', 'c=>d'] },
      ],
      warnings: [],
    });
  });

  it('are read from CSV with quoted cells', () => {
    expect(parseSynonyms('sofa,couch\n"tv, set",=>,television\n', 'synonyms.csv').rules).toEqual([
      rules[0],
      { from: ['tv, set'], to: ['television'] },
    ]);
  });

  it('are read from CSV with semicolons', () => {
    expect(parseSynonyms('\uFEFFsofa;couch\r\n\r\ntv;=>;tv;television\r\n', 'synonyms.csv').rules).toEqual(
      rules,
    );
  });

  it('that cannot be used are named, and the others are kept', () => {
    expect(parseSynonyms('alone\nsofa, couch\na => b => c\n=> x\n', 'x.txt')).toEqual({
      rules: [rules[0]],
      warnings: [
        'line 1: a rule needs at least two words',
        'line 3: more than one =>',
        'line 4: a rule needs words on both sides',
      ],
    });
    const entries = [{ type: 'placeholder', placeholder: 'x' }, { synonyms: [1] }, null];
    expect(parseSynonyms(JSON.stringify(entries), 'x.json').warnings).toHaveLength(3);
    for (const [text, name] of [
      ['{', 'x.json'],
      ['3', 'x.json'],
      ['a', 'x.xml'],
    ] as const)
      expect(() => parseSynonyms(text, name)).toThrow();
  });
});
