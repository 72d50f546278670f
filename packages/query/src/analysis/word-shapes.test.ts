import { expect, test } from 'vitest';
import { analyzerFor } from './analyzers.ts';
import { normalize } from './normalizer.ts';
import { tokenize } from './tokenizer.ts';
import { subwords } from './word-shapes.ts';

const texts = (text: string) => tokenize(text).map((word) => word.text);

test('keeps special characters that distinguish a token', () => {
  expect(texts('(C++), C#. in C++? C++17, Objective-C++, C/C++; F#')).toEqual([
    'C++',
    'C#',
    'in',
    'C++',
    'C++',
    '17',
    'Objective',
    'C++',
    'C',
    'C++',
    'F#',
  ]);
  expect(texts('R&D-Abteilung, AT&T/H&M, M&Ms R&D&I')).toEqual([
    'R&D',
    'Abteilung',
    'AT&T',
    'H&M',
    'M&Ms',
    'R&D&I',
  ]);
  expect(texts('.NET (.NET), C#/.NET “.NET” -.net')).toEqual(['.NET', '.NET', 'C#', '.NET', '.NET', '.net']);
  expect(texts('A C+ at school, A+++')).toEqual(['A', 'C+', 'at', 'school', 'A+++']);
  expect(tokenize('in C++.')[1]).toEqual({ text: 'C++', begin: 3, end: 6 });
});

test('keeps special characters in every script and in full width', () => {
  expect(texts('用C++写 C#を R&D部門')).toEqual(['用', 'C++', '写', 'C#', 'を', 'R&D', '部門']);
  expect(texts('C#을 C++를 на C#-языке')).toEqual(['C#', '을', 'C++', '를', 'на', 'C#', 'языке']);
  expect(texts('Ｃ＋＋とＣ＃、Ｒ＆Ｄ').map(normalize)).toEqual(['c++', 'と', 'c#', 'r&d']);
});

test('keeps special characters after decomposed letters', () => {
  for (const text of ['é+ Zertifikat', 'Å+ rating', 'ǭ++ '])
    expect(texts(text.normalize('NFD')).map(normalize)).toEqual(texts(text.normalize('NFC')).map(normalize));
  expect(texts('e\u0301+ ')).toEqual(['e\u0301+']);
});

test('separates words at other special characters', () => {
  expect(texts('A & B #hashtag a+b 1+1 a#b 3&4')).toEqual([...'AB', 'hashtag', ...'ab11ab34']);
  expect(texts('# heading\n## A ##')).toEqual(['heading', 'A']);
  expect(texts('1.5 .5 e.g. U.S. Node.js end.Next (so).Then ...and')).toEqual([
    '1',
    '5',
    '5',
    'e',
    'g',
    'U',
    'S',
    'Node',
    'js',
    'end',
    'Next',
    'so',
    'Then',
    'and',
  ]);
  expect(texts('https://x.org/page?one=1&two=2#top Marks&Spencer R&amp;D')).toEqual([
    'https',
    'x',
    'org',
    'page',
    'one',
    '1',
    'two',
    '2',
    'top',
    'Marks',
    'Spencer',
    'R',
    'amp',
    'D',
  ]);
});

test('keeps the special characters of incomplete tokens', () => {
  expect(['C+', 'R&', 'AT&', '.n'].map(texts)).toEqual([['C+'], ['R&'], ['AT&'], ['.n']]);
  expect(texts('R& ')).toEqual(['R']);
});

test('tokenizes long runs of special characters in linear time', () => {
  expect(texts(`${'a&'.repeat(100_000)}abc C${'+'.repeat(100_000)}`)).toHaveLength(3);
});

test('does not stem tokens with special characters', () => {
  for (const code of ['en', 'fr', 'hu', 'nl'])
    for (const name of ['C++', '.js', 'AT&T', '.css'])
      expect(analyzerFor(code).stem(name)).toBe(normalize(name));
});

test.each([
  ['.NET', ['NET']],
  ['R&D', ['R', 'D']],
  ['B&B', ['B', 'B']],
  ['A+', ['A']],
  ['Ｒ＆Ｄ', ['Ｒ', 'Ｄ']],
  ['R&', ['R']],
  ['.C++', ['C++']],
  ['C++', []],
  ['C#', []],
  ['net', []],
])('%s has the subwords %s', (word, within) => {
  expect(subwords(word)).toEqual(within);
});
