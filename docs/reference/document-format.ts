/** Reference page of the document formats; the importer itself converts the examples. */
import { DocumentInput, documentLimits } from '@semantic-search/contract';
import { type DocumentFormat, readDocuments } from '@semantic-search/engine';
import {
  dateAttributeName,
  MAX_LITERAL_LENGTH,
} from '../../packages/engine/src/index-writing/document-attributes.ts';
import { describeSchema, type SchemaDescription } from '../../packages/server/src/describe-schema.ts';
import { code, codeBlock, list, type Page, paragraph, table } from './page.ts';

const DOCUMENT = `{
  "id": "https://www.example.org/news/bees",
  "title": "Bees of the meadow",
  "description": "How wild bees live.",
  "text": "Wild bees live alone. …",
  "link": "https://www.example.org/news/bees",
  "date": "2024-05-01",
  "image": "https://www.example.org/pictures/bee.jpg",
  "language": "en",
  "type": "article",
  "subjects": ["https://www.example.org/animals/bees", "garden"],
  "author": ["Ada Moss", "Ben Reed"],
  "pages": 12
}`;

const NDJSON = `{"id":"https://www.example.org/news/1","title":"New bus line","text":"The new line 7 …","link":"https://www.example.org/news/1","date":"2024-03-01","language":"en","type":"News","subjects":["https://www.example.org/topics/transport"],"department":"Transport","pages":2}
{"link":"https://www.example.org/passport","title":"Passport","language":"en","type":"Service"}`;

const CSV = `link;title;date;type;subjects;department;pages
https://www.example.org/news/1;"New bus line; from Monday";2024-03-01;News;bus|transport;Transport;2
https://www.example.org/passport;Passport;;Service;;Citizens|Registry;007`;

/** What the schema does not say. */
const MEANINGS: Record<string, string> = {
  id: 'Identifies the document: a URI, or any other text. If absent, the `link` is used.',
  title: 'Title of the result. Words in the title count more than words in the text.',
  description: 'Introduction, searched like the text. Results show a part of it, or else of the text.',
  text: 'Full text, without markup. Use `html` for HTML.',
  link: 'Address of the page that the result opens. Use absolute links, because a relative link is relative to the page that shows the result.',
  date: 'Date for sorting, the date filter and trends. Without a time zone, it is in UTC.',
  image: 'Address of a picture, or a path on the search server.',
  language: 'BCP 47 tag of the language of the text. If absent, the language is detected.',
  type: 'Kind of document, also an attribute for a facet.',
};

export async function documentFormatPage(): Promise<Page> {
  return {
    name: 'document-format',
    title: 'Document format',
    description:
      'Documents as NDJSON, CSV, JSON and HTML: members, encoding, delimiters, lists, numbers and dates.',
    blocks: [
      paragraph(
        'A search space takes documents as NDJSON or CSV ([`semantic-search ingest`](command-line.md#ingest), [`addDocuments`](operations-spaces.md#adddocuments)), or one at a time as JSON or HTML ([`putDocument`](operations-spaces.md#putdocument)). A document replaces an existing document with the same ID.',
      ),
      codeBlock('json', await validated(DOCUMENT.replaceAll(/\n */g, ' '), DOCUMENT)),
      '## Members',
      table(
        ['Member', 'Meaning', 'Allowed values'],
        Object.entries(DocumentInput.properties as Record<string, SchemaDescription>).map(
          ([name, schema]) => [
            code(name),
            MEANINGS[name] ?? schema.description ?? '',
            describeSchema({ ...schema, description: '' }),
          ],
        ),
      ),
      paragraph(
        'Every other member with a text, number, boolean or list of these is an *attribute*. It can be a facet and a detail of a result. Words in text attributes are searched.',
      ),
      list([
        `A text of up to ${MAX_LITERAL_LENGTH} characters becomes a facet value; longer texts are only searched. Numbers become ranges, and ISO dates become a range of dates. A plain year is a date if the name of the attribute contains one of ${dateAttributeName.source.split('|').map(code).join(', ')}.`,
        `The names ${code('__proto__')}, ${code('constructor')} and ${code('prototype')} are not allowed.`,
        `\`null\` counts as absent. A document has at most ${number(documentLimits.members)} members, ${number(documentLimits.elements)} list elements and ${number(documentLimits.textLength)} characters of text; [Limits](limits.md#documents) has all limits.`,
        '`html` in JSON and NDJSON takes a whole page as HTML. The server takes absent members from it, as the [crawler](../how-to/crawl-a-website.md#content-of-a-page) does. In `title`, `description` and `text`, tags would be shown as they are.',
        'Load the thesaurus before or after the documents: a new one is applied to all of them.',
      ]),
      '## Dates',
      list([
        'Text: `2024`, `2024-03`, `2024-03-01`, or with a time: `2024-03-01T09:30`, `2024-03-01 09:30:15.5`, `2024-03-01T09:30Z`, `2024-03-01T09:30+01:00`. A year or month means its beginning.',
        'Other forms: `20240301`, `Fri, 01 Mar 2024 09:30:00 +0100`, and with points `01.03.2024`, which begins with the day.',
        'Forms of the `language` of the document: `1. März 2024`, `1er mars 2024`, `2024年3月1日`, `03/01/2024` in American English (`en-US`), `01/03/2024` in British English (`en-GB`). Years are Gregorian.',
        'Number, also as text: a year (4 digits), a day (8 digits, `20240301`), seconds since 1970 (9 or 10 digits), or milliseconds since 1970.',
        'A time without a zone is in UTC.',
        'A date that does not exist, such as `2024-02-30`, or that has more than one reading, such as `01/03/2024` without a region, is ignored with a warning at the search space. The document is kept.',
      ]),
      '## NDJSON',
      paragraph(
        'One JSON object per line, in UTF-8, in a file that ends with `.ndjson`, `.jsonl` or `.json`. Blank lines are skipped, and an integer as `id` becomes text. The import reports an invalid line with its number and continues; the exit code is then 2.',
      ),
      paragraph(
        'With `-` as its file, `ingest` reads NDJSON from a pipe, such as the elements of a JSON array:',
      ),
      codeBlock('sh', "jq -c '.[]' list.json | semantic-search ingest --space news --documents -"),
      codeBlock('json', await validated(NDJSON)),
      '## CSV',
      paragraph('A table in a file that ends with `.csv` or `.tsv`:'),
      list([
        '**Encoding**: UTF-8, with or without a byte order mark; UTF-16 with one; or Windows-1252, if the first character beyond ASCII is not valid UTF-8.',
        '**Delimiter**: comma, semicolon, tab or vertical bar. The most frequent one in the first line counts, outside of quotation marks, unless a line such as `sep=;` precedes it.',
        '**Header**: the first line has the names of the members. It needs the column `id` or `link`. The members may be in capitals; columns without a name are ignored. Several columns with the name of an attribute become a list; of several columns with the name of a member, the first filled cell counts.',
        '**Quotation marks**: `"` around a cell with delimiters or line breaks; `""` is a quotation mark in it (RFC 4180).',
        '**Rows** have as many cells as the header, and may have empty cells after them; other rows are rejected. Blank rows are skipped. A row with a fault, such as a quotation mark that is not closed, is reported with its line and ends the import.',
        '**Cells**: spaces at both ends are removed; an empty cell means that the member is absent.',
        '**Lists**: `|` separates the elements, in `subjects` and in attributes. The members of the table above, except `subjects`, are never lists.',
        '**Numbers**: digits with a decimal point, such as `1250.5` or `-3e8`. If semicolons separate the cells, numbers may have a decimal comma: `1250,5`, `1.250,5`. Numbers with leading zeros or more than 15 digits stay text. `sections` and `embedding` need NDJSON.',
      ]),
      codeBlock('csv', CSV),
      paragraph('The importer reads these rows as the documents:'),
      codeBlock('json', await converted(CSV, 'csv')),
    ],
  };
}

const number = (value: number) => value.toLocaleString('en');

async function converted(text: string, format: DocumentFormat): Promise<string> {
  const lines: string[] = [];
  for await (const read of readDocuments(one(text), format)) {
    if (!('document' in read)) throw new Error(read.message);
    lines.push(JSON.stringify(read.document));
  }
  return lines.join('\n');
}

async function* one(text: string): AsyncGenerator<string> {
  yield text;
}

/** Returns `shown`, if `text` is valid. */
async function validated(text: string, shown = text): Promise<string> {
  await converted(text, 'ndjson');
  return shown;
}
