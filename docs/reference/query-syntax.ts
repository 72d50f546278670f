/** Reference page of the query syntax; the table shows how the parser reads each example. */
import {
  type Clause,
  MAX_CLAUSES,
  MAX_PHRASE_WORDS,
  MAX_SEARCHED_CHARACTERS,
  parseQuery,
} from '../../packages/query/src/parser.ts';
import { code, list, type Page, paragraph, table } from './page.ts';

const EXAMPLES = [
  'mountain lion',
  '"mountain lion"',
  '„mountain lion“ cats',
  "'mountain lion' cats",
  'lion -mountain',
  'lion -"mountain lion"',
  'lion -sea-lion',
  'well-known',
  '"mountain li',
];

export function querySyntaxPage(): Page {
  return {
    name: 'query-syntax',
    title: 'Query syntax',
    description: 'How the search reads the input: words, phrases, exclusions, concepts and limits.',
    blocks: [
      paragraph(
        'Every input is valid: there are no operators besides quotation marks and a minus, and no error.',
      ),
      list([
        '**Words**: a document has to contain all words. If few documents do, the search also returns documents that lack some of them. Inflected forms match.',
        '**Phrases**: words in quotation marks have to stand next to each other, in this order. If no document has the phrase, the search ignores the quotation marks and says so (`query.unquoted`); the words then match without synonyms. Typographic quotation marks work too; single quotation marks work only around whole words.',
        '**Exclusions**: a minus directly before a word or phrase excludes documents with it. It also excludes names that consist of a word of the query and a longer form of the excluded word: `owl -snow` excludes the snowy owl. A minus with a space after it has no meaning; at the beginning of the input, before a number, it is a sign: `-40 °C`.',
        '**Last word**: if the input ends directly after the last word, this word also matches as the beginning of a word.',
        '**Concepts**: a label of a concept of the thesaurus also finds documents with its synonyms and narrower concepts. `query.concepts` in the response lists the recognized concepts.',
        '**Spelling**: the response may have a `suggestion`. The search never applies it by itself.',
        'Case and diacritics are ignored. An empty input, or punctuation alone, finds all documents; exclusions alone find all other documents. Words such as *the*, which a sentence ignores, are searched if there is no other word.',
      ]),
      '## Examples',
      paragraph('The parser reads these inputs as follows.'),
      table(
        ['Input', 'Clauses'],
        EXAMPLES.map((input) => [code(input), parseQuery(input).map(describe).join('; ')]),
      ),
      '## Limits',
      table(
        ['Limit', 'Value'],
        [
          ['characters of the input that are read', MAX_SEARCHED_CHARACTERS.toLocaleString('en')],
          ['different words and phrases', String(MAX_CLAUSES)],
          ['words of a phrase', String(MAX_PHRASE_WORDS)],
        ],
      ),
      paragraph('The rest of a longer input is ignored.'),
    ],
  };
}

function describe({ words, quoted, excluded, unfinished }: Clause): string {
  const kind = quoted || words.length > 1 ? 'phrase' : 'word';
  const text = code(words.map((word) => word.text).join(' '));
  return `${excluded ? 'not the ' : ''}${kind} ${text}${unfinished ? ' or its beginning' : ''}`;
}
