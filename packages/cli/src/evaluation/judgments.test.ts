import { describe, expect, it } from 'vitest';
import { parseJudgments, parseQueries } from './judgments.ts';

describe('parseQueries', () => {
  it('reads an ID, a tab and a text per line', () => {
    expect(parseQueries('\uFEFF1\tcoral reefs\r\n\r\nq 2\tpuma\tcub\n', 'q.tsv')).toEqual([
      { id: '1', text: 'coral reefs' },
      { id: 'q 2', text: 'puma\tcub' },
    ]);
  });

  it('reads JSON lines with id or _id, text and language', () => {
    const lines = ['{"id":"a","text":"coral","language":"en","kind":"x"}', '{"_id":2,"text":"puma"}'];
    expect(parseQueries(lines.join('\n'), 'q.ndjson')).toEqual([
      { id: 'a', text: 'coral', language: 'en' },
      { id: '2', text: 'puma' },
    ]);
  });

  it.each([
    ['', 'q: no queries'],
    ['1\tcoral\n\n2 puma', 'q, line 3: expected an ID, a tab and the text'],
    ['\tcoral', 'q, line 1: expected an ID'],
    ['1\t ', 'q, line 1: the text of the query is empty'],
    ['1\tcoral\n1\tpuma', 'q, line 2: the query ID 1 occurs twice'],
    ['{"id":"a","text":"coral"', 'q, line 1: not valid JSON'],
    ['{"text":"coral"}', 'q, line 1: "id" or "_id" must be text or a number'],
    ['{"id":"a","text":""}', 'q, line 1: "text" must be text and not empty'],
    ['{"id":"a","text":"coral","language":1}', 'q, line 1: "language" must be a language tag'],
  ])('rejects %j with the line', (content, message) => {
    expect(() => parseQueries(content, 'q')).toThrow(message);
  });
});

describe('parseJudgments', () => {
  const parse = (content: string) =>
    [...parseJudgments(content, 'j')].map(([query, grades]) => [query, [...grades]]);

  it('reads the four columns of TREC', () => {
    expect(parse('1 0 urn:a 2\n1\t0\turn:b\t0\n2 Q0 urn:a -1\n')).toEqual([
      [
        '1',
        [
          ['urn:a', 2],
          ['urn:b', 0],
        ],
      ],
      ['2', [['urn:a', 0]]],
    ]);
  });

  it('reads three columns with a header, and document IDs with spaces', () => {
    expect(parse('query-id\tcorpus-id\tscore\n1\turn:a b\t2\r\n')).toEqual([['1', [['urn:a b', 2]]]]);
  });

  it('keeps the higher of two grades', () => {
    expect(parse('1 0 a 1\n1 0 a 3\n1 0 a 2')).toEqual([['1', [['a', 3]]]]);
  });

  it.each([
    ['', 'j: no judgments'],
    ['query-id\tcorpus-id\tscore', 'j: no judgments'],
    ['1 0 a 1\n1 0 a', 'j, line 2: expected the four columns of TREC'],
    ['query-id\tcorpus-id\tscore\n1\ta', 'j, line 2: expected the four columns of TREC'],
    ['1 0 a high', 'j, line 1: the grade must be an integer, not "high"'],
    ['query-id\tcorpus-id\tscore\n1\ta\t1.5', 'j, line 2: the grade must be an integer, not "1.5"'],
  ])('rejects %j with the line', (content, message) => {
    expect(() => parseJudgments(content, 'j')).toThrow(message);
  });
});
