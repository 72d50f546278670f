import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAX_LINE_LENGTH } from './line-reader.ts';
import { documentFormat, type ReadDocument, readDocuments } from './read-documents.ts';

async function* inPieces(text: string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let i = 0; i < bytes.length; i += length) yield bytes.subarray(i, i + length);
}

/** `ö` in ISO 8859-1 and Windows-1252 is no valid UTF-8. */
const inLatin1 = (text: string) => [Uint8Array.from(text, (character) => character.charCodeAt(0))];

async function read(text: string, format: 'ndjson' | 'csv', length = 5): Promise<ReadDocument[]> {
  return Array.fromAsync(readDocuments(inPieces(text, length), format));
}

describe('bytes that are not valid UTF-8', () => {
  const message = 'The line has bytes that are not valid UTF-8; save the file as UTF-8.';
  async function* stream(pieces: Uint8Array[]) {
    yield* pieces;
  }
  const readBytes = (pieces: Uint8Array[], format: 'ndjson' | 'csv') =>
    Array.fromAsync(readDocuments(stream(pieces), format));

  it('reject their line', async () => {
    const [lines] = inLatin1('{"id":"a"}\n{"id":"b","title":"V\xf6gel"}\n{"id":"c"}');
    for (const length of [1, 1000]) {
      const pieces = Array.from({ length: Math.ceil(lines!.length / length) }, (_, index) =>
        lines!.subarray(index * length, (index + 1) * length),
      );
      expect(await readBytes(pieces, 'ndjson')).toEqual([
        { line: 1, document: { id: 'a' } },
        { line: 2, message },
        { line: 3, document: { id: 'c' } },
      ]);
    }
  });

  it('reject their record of CSV, if other characters are UTF-8', async () => {
    const bytes = [new TextEncoder().encode('id;title\na;Öl\nb;'), ...inLatin1('V\xf6gel\nc;x')];
    expect(await readBytes(bytes, 'csv')).toEqual([
      { line: 2, document: { id: 'a', title: 'Öl' } },
      { line: 3, message },
      { line: 4, document: { id: 'c', title: 'x' } },
    ]);
  });

  it('are read as Windows-1252 in CSV without other characters', async () => {
    const [bytes] = inLatin1('id;v\xf6gel\na;\x80 5\n');
    for (const length of [1, 2, 1000]) {
      const pieces = Array.from({ length: Math.ceil(bytes!.length / length) }, (_, index) =>
        bytes!.subarray(index * length, (index + 1) * length),
      );
      expect(await readBytes(pieces, 'csv')).toEqual([{ line: 2, document: { id: 'a', vögel: '€ 5' } }]);
    }
  });

  it('replacement characters in the text are not mistaken for invalid bytes', async () => {
    expect(await read('{"id":"a","title":"\uFFFD"}', 'ndjson', 1)).toEqual([
      { line: 1, document: { id: 'a', title: '\uFFFD' } },
    ]);
    expect(await read('{"id":"a"}\n{"id":"b', 'ndjson')).toHaveLength(2);
  });
});

describe('the id of a document', () => {
  it('a document without an id has its link as id, in NDJSON and CSV', async () => {
    const text =
      '{"link":" https://a.example/1 "}\n{"id":null,"link":"/2"}\n{"id":"","link":"/3"}\n{"id":"4","link":"/4"}';
    const read1 = await read(text, 'ndjson');
    expect(read1.map((each) => 'document' in each && each.document.id)).toEqual([
      'https://a.example/1',
      '/2',
      '/3',
      '4',
    ]);
    const ofTable = await read('link,title\nhttps://a.example/1,One\n', 'csv');
    expect(ofTable).toEqual([
      { line: 2, document: { id: 'https://a.example/1', link: 'https://a.example/1', title: 'One' } },
    ]);
  });

  it('a document without an id and link is rejected, and one with an invalid id even if it has a link', async () => {
    const message = 'id must be a non-empty string; if it is absent, link must be one.';
    const text =
      '{"title":"None"}\n{"link":""}\n{"link":7}\n{"id":true,"link":"/a"}\n{"id":0.5}\n{"id":1e16}';
    expect(await read(text, 'ndjson')).toEqual([1, 2, 3, 4, 5, 6].map((line) => ({ line, message })));
  });

  it('has a number of a database as the text of its id', async () => {
    const found = await read('{"id":0}\n{"id":1204,"link":"/a"}', 'ndjson');
    expect(found.map((each) => 'document' in each && each.document.id)).toEqual(['0', '1204']);
  });
});

describe('NDJSON import', () => {
  it('reads chunks of any size, with BOM, CRLF and blank lines', async () => {
    const text =
      '\uFEFF{"id": "a", "title": "Größe"}\r\n\r\n  \n{"id": "b", "year": 2001, "tags": ["x", "y"]}';
    for (const length of [1, 3, 1000]) {
      expect(await read(text, 'ndjson', length)).toEqual([
        { line: 1, document: { id: 'a', title: 'Größe' } },
        { line: 4, document: { id: 'b', year: 2001, tags: ['x', 'y'] } },
      ]);
    }
  });

  it('reports invalid lines with number and reason, and continues', async () => {
    const lines = [
      '{"id": ""}',
      '{"id"',
      '[]',
      '{"id": "x", "__proto__": 1}',
      '{"id": "x", "a": {}}',
      '{"id": "ok"}',
    ];
    const found = await read(lines.join('\n'), 'ndjson');
    expect(found.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6]);
    const messages = found.map((each) => ('message' in each ? each.message : 'read'));
    expect(messages[0]).toMatch(/id/);
    expect(messages[1]).toMatch(/^Not JSON/);
    expect(messages[2]).toMatch(/object/);
    expect(messages[3]).toMatch(/__proto__/);
    expect(messages[4]).toMatch(/^a must/);
    expect(messages[5]).toBe('read');
  });

  it('rejects lines with too many values without parsing them', async () => {
    const many = (value: string) => `${`${value},`.repeat(20_001)}1`;
    // Values after a string that ends with an escape count.
    const escaped = String.raw`"\\","\"\\"`;
    const long = JSON.stringify({ id: 'ok', title: ',[{"\\'.repeat(20_001) });
    const lines = [
      `{"id":"a","x":[${many('1')}]}`,
      `{"id":"b","x":${'['.repeat(20_001)}`,
      `{${many('"k":1')}`,
      `{"id":"c","x":[${many(escaped)}]}`,
      long,
    ];
    const found = await read(lines.join('\n'), 'ndjson', 1 << 16);
    expect(found.map((each) => ('message' in each ? each.message : each.document.id))).toEqual([
      ...Array.from({ length: 4 }, () => 'The line has more than 20000 values.'),
      'ok',
    ]);
  });

  it('rejects lines that are too long', async () => {
    const text = `{"id": "a"}\n{"id": "${'x'.repeat(MAX_LINE_LENGTH)}"}\n{"id": "b"}\n`;
    const found = await read(text, 'ndjson', 1 << 16);
    expect(found).toEqual([
      { line: 1, document: { id: 'a' } },
      { line: 2, message: expect.stringMatching(/longer/) },
      { line: 3, document: { id: 'b' } },
    ]);
  });
});

describe('CSV import', () => {
  it('converts attributes to numbers and lists, and omits empty cells', async () => {
    const text =
      '\uFEFFid,title,date,subjects,mass,tags,code,empty\r\n' +
      '7,"One, ""two""\nthree",2001,urn:a|urn:b,-1.5e3,x| y |3,007,\r\n\r\n' +
      'b,42,1546300800000,urn:a,12,z,0,\r\n';
    expect(await read(text, 'csv')).toEqual([
      {
        line: 2,
        document: {
          id: '7',
          title: 'One, "two"\nthree',
          date: '2001',
          subjects: ['urn:a', 'urn:b'],
          mass: -1500,
          tags: ['x', 'y', 3],
          code: '007',
        },
      },
      {
        line: 5,
        document: {
          id: 'b',
          title: '42',
          date: '1546300800000',
          subjects: ['urn:a'],
          mass: 12,
          tags: 'z',
          code: 0,
        },
      },
    ]);
  });

  it.each(['\n', '\r\n'])('counts line breaks in quoted cells as lines, with line end %j', async (end) => {
    const rows = [
      'id,title',
      '"a","b',
      'c"',
      'x,y',
      'bad',
      'w,"',
      '',
      '"',
      'too,"many',
      'lines",here',
      'z,v',
    ];
    for (const length of [1, 2, 100]) {
      const found = await read(rows.join(end), 'csv', length);
      expect(found.map((each) => [each.line, 'message' in each ? 'bad' : each.document.id])).toEqual([
        [2, 'a'],
        [4, 'x'],
        [5, 'bad'],
        [6, 'w'],
        [9, 'bad'],
        [11, 'z'],
      ]);
    }
  });

  it.each([';', '\t'])('detects the delimiter %j from the header', async (separator) => {
    const text = `id,title\na,"b, c"\n`.replaceAll(/,(?! )/g, separator);
    expect(await read(text, 'csv')).toEqual([{ line: 2, document: { id: 'a', title: 'b, c' } }]);
  });

  it('reports invalid records in order, and continues', async () => {
    const found = await read('id,title\na,b\nc\n,d\ne,f\ng,h,i', 'csv');
    expect(found.map((each) => ('message' in each ? 'bad' : each.document.id))).toEqual([
      'a',
      'bad',
      'bad',
      'e',
      'bad',
    ]);
    expect(found.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
  });

  it('reports invalid records while reading, however many there are', async () => {
    let taken = 0;
    async function* endless() {
      yield 'id,title\n';
      for (; taken < 1000; taken += 1) yield 'x\n'.repeat(1000);
    }
    const found: ReadDocument[] = [];
    for await (const read of readDocuments(endless(), 'csv')) if (found.push(read) === 1000) break;
    expect(found.at(-1)).toEqual({ line: 1001, message: 'The row has 1 cells; the header has 2.' });
    expect(taken).toBeLessThan(10);
  });

  it('joins characters that a source of strings splits', async () => {
    async function* units() {
      yield* 'id,title\na,🦉\n'.split('');
    }
    expect(await Array.fromAsync(readDocuments(units(), 'csv'))).toEqual([
      { line: 2, document: { id: 'a', title: '🦉' } },
    ]);
  });

  it('reads UTF-16, as spreadsheets write it, and rows that end with CR', async () => {
    const expected = [{ line: 2, document: { id: 'a', title: 'Größe' } }];
    const utf16 = Buffer.from('\uFEFFid\ttitle\r\na\tGröße\r\n', 'utf16le');
    for (const length of [1, 2, 3, 1000]) {
      async function* pieces() {
        for (let i = 0; i < utf16.length; i += length) yield utf16.subarray(i, i + length);
      }
      expect(await Array.fromAsync(readDocuments(pieces(), 'csv'))).toEqual(expected);
    }
    expect(await read('id,title\ra,Größe\r', 'csv')).toEqual(expected);
  });

  it('keeps stray quotation marks, and rejects a file without an id column', async () => {
    expect(await read('id,title\na,5" disk\n', 'csv')).toEqual([
      { line: 2, document: { id: 'a', title: '5" disk' } },
    ]);
    for (const length of [1, 1000])
      expect(await read('"id","title"\n"a","test 32" 123"\n"b","""c"""\n', 'csv', length)).toEqual([
        { line: 2, document: { id: 'a', title: '"test 32" 123"' } },
        { line: 3, document: { id: 'b', title: '"c"' } },
      ]);
    const found = await read('name,title\na,b\nc,d\n', 'csv');
    expect(found).toEqual([{ line: 1, message: expect.stringMatching(/no column "id"/) }]);
  });

  it('joins columns with one name, and ignores any number of columns without a name', async () => {
    expect(await read('id,title,tag, title ,tag\na,,x,c,y|z\n', 'csv')).toEqual([
      { line: 2, document: { id: 'a', title: 'c', tag: ['x', 'y', 'z'] } },
    ]);
    expect(await read('id,,title,\na,b,c,d\n', 'csv')).toEqual([
      { line: 2, document: { id: 'a', title: 'c' } },
    ]);
  });

  it('reads thousands of columns with one name about as fast as columns with different names', async () => {
    const columns = Array.from({ length: 9000 }, (_, i) => `a${i}`);
    const cells = columns.join(',');
    const timeOf = async (names: string[]) => {
      const started = performance.now();
      const found = await read(`id,${names}\na,${cells}\nb,${cells}\n`, 'csv', 100_000);
      expect(found).toHaveLength(2);
      return { milliseconds: performance.now() - started, found };
    };
    await timeOf(columns); // Loads and compiles the parser.
    const different = await timeOf(columns);
    const same = await timeOf(columns.map(() => 'tag'));
    expect(same.found[0]).toEqual({ line: 2, document: { id: 'a', tag: columns } });
    // With a copy of the list for each column, it took 10 to 25 times as long.
    expect(same.milliseconds).toBeLessThan(5 * different.milliseconds);
  });

  it('ends at a record with an unclosed quotation mark', async () => {
    expect(await read('id,title\na,b\n\nc,"d\ne,f\ng,h\n', 'csv')).toEqual([
      { line: 2, document: { id: 'a', title: 'b' } },
      { line: 4, message: 'A quotation mark is not closed. The rest of the file is skipped.' },
    ]);
  });

  it.each([
    ['a line with the delimiter', 'sep=;\r\nid;title\r\na;b, c\r\n', 3],
    ['a quoted line with the delimiter', '"sep=;"\nid;title\na;b, c\n', 3],
    ['delimiters in a quoted name', 'id;"title";"long, or, short, or"\na;b, c;\n', 2],
    ['vertical bars', 'id|title\na|b, c\n', 2],
    ['names in capitals', 'ID;Title\na;b, c\n', 2],
    ['spaces before quotation marks', 'id; "title"\na; "b, c"\n', 2],
    ['empty columns at the end', 'id;title;;\n;;;\na;b, c;;\n', 3],
    ['empty cells after the last column', 'id;title\na;b, c;;;\n', 2],
  ])('reads a spreadsheet with %s', async (_name, text, line) => {
    expect(await read(text, 'csv')).toEqual([{ line, document: { id: 'a', title: 'b, c' } }]);
  });

  it('splits the header where it separates a key, whatever other delimiters its names have', async () => {
    expect(await read('id;name (short, long, or none, required)\na;b, c\n', 'csv')).toEqual([
      { line: 2, document: { id: 'a', 'name (short, long, or none, required)': 'b, c' } },
    ]);
  });

  it('reads decimal commas where semicolons separate the cells', async () => {
    expect(await read('id;a;b;c;d\nx;1,5;-1.234,56;1,2,3;2.5\n', 'csv')).toEqual([
      { line: 2, document: { id: 'x', a: 1.5, b: -1234.56, c: '1,2,3', d: 2.5 } },
    ]);
    expect(await read('id\ta\nx\t1,5\n', 'csv')).toEqual([{ line: 2, document: { id: 'x', a: '1,5' } }]);
  });

  it.each([
    ['in quotes', '"', 'x\nf,g\n'],
    ['without quotes', '', 'x\nf,g\n'],
    ['in quotes, without end', '"', ''],
    ['without quotes and end', '', ''],
  ])('ends at a record that is too long, %s', async (_what, begin, end) => {
    const piece = 'x'.repeat(1 << 16);
    let taken = 0;
    async function* long() {
      yield `id,title\na,b\nc,${begin}`;
      for (; taken < MAX_LINE_LENGTH / piece.length + 10; taken += 1) yield piece;
      yield end;
    }
    expect(await Array.fromAsync(readDocuments(long(), 'csv'))).toEqual([
      { line: 2, document: { id: 'a', title: 'b' } },
      { line: 3, message: expect.stringMatching(/more than 8388608 characters/) },
    ]);
  });

  it('stops at a record with too many cells before its end', async () => {
    const error = expect.stringMatching(/more than 10000 cells/);
    let taken = 0;
    async function* endless(begin: string) {
      yield begin;
      for (; taken < 1000; taken += 1) yield ','.repeat(1 << 16);
    }
    const read = (begin: string) => Array.fromAsync(readDocuments(endless(begin), 'csv'));
    expect(await read('id,title\na,b\nc,')).toEqual([
      { line: 2, document: { id: 'a', title: 'b' } },
      { line: 3, message: error },
    ]);
    expect(await read('id,title,')).toEqual([{ line: 1, message: error }]);
    expect(taken).toBeLessThan(600);
  });

  it('reads nothing from an empty file, and passes on errors of the source', async () => {
    expect(await read('', 'csv')).toEqual([]);
    async function* failing() {
      yield 'id,title\n';
      throw new Error('connection lost');
    }
    await expect(Array.fromAsync(readDocuments(failing(), 'csv'))).rejects.toThrow('connection lost');
  });

  it.each(['id,title\na,b\n', 'name\na\n'])(
    'closes the source when the reader stops early: %j',
    async (text) => {
      let left = false;
      async function* content() {
        try {
          for (;;) yield text;
        } finally {
          left = true;
        }
      }
      for await (const _ of readDocuments(content(), 'csv')) break;
      expect(left).toBe(true);
    },
  );

  it('a CSV import can be abandoned before the end', async () => {
    for await (const first of readDocuments(inPieces('id\na\nb\nc\n', 2), 'csv')) {
      expect(first).toMatchObject({ line: 2 });
      break;
    }
  });
});

it('documentFormat recognizes media types and file names', () => {
  expect(documentFormat('text/csv; charset=utf-8')).toBe('csv');
  expect(documentFormat('books.CSV')).toBe('csv');
  expect(documentFormat('application/x-ndjson')).toBe('ndjson');
  expect(documentFormat('docs.ndjson')).toBe('ndjson');
  expect(documentFormat('notes.txt')).toBeUndefined();
});

describe('exports of other programs', () => {
  const documents = async (bytes: Uint8Array | string, format: 'ndjson' | 'csv' = 'csv') => {
    async function* content() {
      yield typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    }
    const rows = await Array.fromAsync(readDocuments(content(), format));
    return rows.map((row) => ('message' in row ? row.message : row.document));
  };
  const a = { id: '1', title: 'a, b' };

  it.each<[string, Uint8Array | string, object[]]>([
    ['Excel in German', '\ufeffid;title;Preis\r\n1;a, b;1.234,56\r\n', [{ ...a, Preis: 1234.56 }]],
    [
      'Excel in an old encoding',
      Buffer.from('id;title\r\n1;Gr\xf6\xdfe\r\n', 'latin1'),
      [{ id: '1', title: 'Größe' }],
    ],
    ['Excel with a declared delimiter', 'sep=;\r\nid;title\r\n1;a, b\r\n', [a]],
    ['Excel as Unicode text', Buffer.from('\ufeffid\ttitle\r\n1\t"a, b"\r\n', 'utf16le'), [a]],
    ['UTF-16 without a mark', Buffer.from('id,title\r\n1,"a, b"\r\n', 'utf16le'), [a]],
    ['UTF-16 of the other byte order', Buffer.from('id,title\r\n1,"a, b"\r\n', 'utf16le').swap16(), [a]],
    ['Excel with protected numbers', 'id,code\n1,="007"\n', [{ id: '1', code: '007' }]],
    ['Numbers', 'id;title;price\n1;"a, b";"1,5"\n', [{ ...a, price: 1.5 }]],
    ['old Macintosh programs', 'id,title\r1,"a, b"\r', [a]],
    [
      'Google Sheets',
      'id,title,link\r\n1,"a, b",https://a.example/\r\n',
      [{ ...a, link: 'https://a.example/' }],
    ],
    ['Airtable', '\ufeffName,Notes,id\n"A, b","1\n2",rec1\n', [{ Name: 'A, b', Notes: '1\n2', id: 'rec1' }]],
    [
      'WordPress',
      '"ID","Title","Content"\n"12","Hi","<p>It\'s ""so""</p>\n"\n',
      [{ id: '12', title: 'Hi', Content: '<p>It\'s "so"</p>' }],
    ],
    [
      'Shopify',
      'Handle,Title,Variant Price,link\nshirt,Shirt,19.90,https://a.example/shirt\n',
      [
        {
          Handle: 'shirt',
          title: 'Shirt',
          'Variant Price': 19.9,
          link: 'https://a.example/shirt',
          id: 'https://a.example/shirt',
        },
      ],
    ],
    ['phpMyAdmin', '"id";"title"\n"1";"a, b"\n', [a]],
    [
      'people, with spaces around quoted cells',
      '"id" , "title"\n"1" , "a, b" \n"2"\t,x\n',
      [a, { id: '2', title: 'x' }],
    ],
    [
      'people, with quotations',
      'id,title\n1,"a" and "b"\n2,"c" d\n3,"e" \n',
      [
        { id: '1', title: '"a" and "b"' },
        { id: '2', title: '"c" d' },
        { id: '3', title: 'e' },
      ],
    ],
  ])('are read: %s', async (_, bytes, expected) => {
    expect(await documents(bytes)).toEqual(expected);
  });

  it.each<['ndjson' | 'csv', string, Uint8Array | string, string]>([
    ['ndjson', 'a JSON array', '[\n  {"id": "1"},\n  {"id": "2"}\n]', 'The file is a JSON array.'],
    ['ndjson', 'a JSON array on one line', '[{"id":"1"},{"id":"2"}]', 'The file is a JSON array.'],
    ['ndjson', 'indented JSON', '{\n  "id": "1"\n}\n', 'The file has JSON over several lines.'],
    [
      'ndjson',
      'bulk actions',
      '{"index":{"_id":"1"}}\n{"title":"A"}\n',
      'The file has bulk actions of Elasticsearch.',
    ],
    ['ndjson', 'a compressed file', gzipSync('{"id":"1"}\n'), 'The file is compressed; decompress it first.'],
    ['csv', 'a compressed file', gzipSync('id,title\n1,a\n'), 'The file is compressed; decompress it first.'],
  ])('are rejected as %s with one message: %s', async (format, _, bytes, message) => {
    expect(await documents(bytes, format)).toEqual([expect.stringContaining(message)]);
  });
});
