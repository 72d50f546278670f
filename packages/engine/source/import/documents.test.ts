import { describe, expect, it } from 'vitest';
import { readDocuments } from './documents.ts';

async function* chunks(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = (text: string, mediaType: string, size = 7) =>
  Array.fromAsync(readDocuments(chunks(text, size), mediaType));

describe('reading documents from NDJSON', () => {
  const ndjson = (text: string, size?: number) => read(text, 'application/x-ndjson', size);

  it('gives each with its line, over blank lines, either line end, a byte order mark and any cut', async () => {
    const text = '\uFEFF{"id":"ä"}\r\n\n{"id":"b"}\n{"id":"c"}';
    for (let size = 1; size < 20; size++) {
      expect(await ndjson(text, size)).toEqual([
        { line: 1, document: { id: 'ä' } },
        { line: 3, document: { id: 'b' } },
        { line: 4, document: { id: 'c' } },
      ]);
    }
  });

  it('tells the number and reason of bad lines while the good ones go on', async () => {
    expect(await ndjson('{"id":1\n[1]\n{"id":"b"}\n')).toEqual([
      { line: 1, message: 'is no valid JSON' },
      { line: 2, message: 'is no JSON object' },
      { line: 3, document: { id: 'b' } },
    ]);
  });

  it('reads over a line that is too long', async () => {
    const long = `{"id":"${'x'.repeat(9 * 1024 * 1024)}"}`;
    const found = await ndjson(`${long}\n{"id":"b"}\n`, 65536);
    expect(found).toEqual([
      { line: 1, message: 'is longer than 8388608 bytes' },
      { line: 2, document: { id: 'b' } },
    ]);
  });
});

describe('reading documents from CSV', () => {
  const csv = (text: string, size?: number) => read(text, 'text/csv', size);

  it('takes members from the first row, numbers as numbers, lists by |', async () => {
    const text = 'id,title,mass,subjects,tags,date\n007,"A, ""b""",1.5,urn:x|urn:y,red|3,1758\n';
    expect(await csv(text)).toEqual([
      {
        line: 2,
        document: {
          id: '007',
          title: 'A, "b"',
          mass: 1.5,
          subjects: ['urn:x', 'urn:y'],
          tags: ['red', 3],
          date: '1758',
        },
      },
    ]);
  });

  it('counts lines through quoted line breaks and leaves out empty values', async () => {
    const text = 'id,title\na,"one\ntwo"\nb,\n';
    expect(await csv(text)).toEqual([
      { line: 2, document: { id: 'a', title: 'one\ntwo' } },
      { line: 4, document: { id: 'b' } },
    ]);
  });

  it('tells of rows that do not fit', async () => {
    expect(await csv('id,title\na\nb,B\n')).toEqual([
      { line: 2, message: 'has 1 values where the first row names 2' },
      { line: 3, document: { id: 'b', title: 'B' } },
    ]);
  });

  it('takes stray quotation marks as they are, and tells of one that is never closed', async () => {
    const found = await csv('id,title\na,5" disk\nb,"B" x\nc,"C\n');
    expect(found.toSorted((a, b) => a.line - b.line)).toEqual([
      { line: 2, document: { id: 'a', title: '5" disk' } },
      { line: 3, document: { id: 'b', title: '"B" x' } },
      { line: 4, message: 'is no valid CSV: a quotation mark is never closed' },
    ]);
  });

  it('throws what the content throws', async () => {
    async function* broken() {
      yield Buffer.from('id\na\n');
      throw new Error('cut off');
    }
    await expect(Array.fromAsync(readDocuments(broken(), 'text/csv'))).rejects.toThrow('cut off');
  });

  it('refuses a first row without id, and other media types', async () => {
    await expect(csv('name,title\na,b\n')).rejects.toThrow('no "id"');
    expect(() => readDocuments(chunks('', 1), 'text/plain')).toThrow(RangeError);
  });
});
