import { describe, expect, it } from 'vitest';
import { parseSynonyms } from './synonym-rules.ts';

const both = ['sofa', 'couch'];
const rules = [
  { from: both, to: both },
  { from: ['tv'], to: ['tv', 'television'] },
];

describe('synonym rules', () => {
  it('are read from Solr with comments and one-way rules', () => {
    const text = '\uFEFF# furniture\nsofa , couch\n\ntv => television,telly\r\nC#, 19" rack\n';
    expect(parseSynonyms(text)).toEqual({
      rules: [
        rules[0],
        { from: ['tv'], to: ['television', 'telly'] },
        { from: ['C#', '19" rack'], to: ['C#', '19" rack'] },
      ],
      warnings: [],
    });
  });

  it('are read from CSV with quoted cells', () => {
    expect(parseSynonyms('sofa,couch\n"tv, set",=>,television\n').rules).toEqual([
      rules[0],
      { from: ['tv, set'], to: ['television'] },
    ]);
  });

  it('are read from CSV with semicolons', () => {
    expect(parseSynonyms('\uFEFFsofa;couch\r\n\r\ntv;=>;tv;television\r\n').rules).toEqual(rules);
  });

  it('that cannot be used are named, and the others are kept', () => {
    expect(parseSynonyms('alone\nsofa, couch\n\na => b => c\n=> x\n')).toEqual({
      rules: [rules[0]],
      warnings: [
        'line 1: a rule needs at least two words',
        'line 4: more than one =>',
        'line 5: a rule needs words on both sides',
      ],
    });
    const odd = parseSynonyms('# Words, and so on\n"foo" bar; baz\na;"b\nsofa;couch\n');
    expect(odd.rules).toContainEqual(rules[0]);
    expect(odd.warnings).toContainEqual(expect.stringContaining('line 3: '));
  });
});
