import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openTable } from './csv-rows.ts';

const character = fc.constantFrom('a', 'ß', '😀', ' ', '"', ',', ';', '\t', '\n', '\r\n', "'");
const cell = fc.array(character, { maxLength: 6 }).map((letters) => letters.join(''));
const table = fc
  .integer({ min: 2, max: 4 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
  );
const form = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  endsWithLineEnd: fc.boolean(),
  pieceLength: fc.integer({ min: 1, max: 9 }),
});

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

function* pieces(bytes: Buffer, length: number) {
  for (let begin = 0; begin < bytes.length; begin += length) yield bytes.subarray(begin, begin + length);
}

it('reads any RFC 4180 table as it was written, in chunks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(table, form, async (content, { delimiter, lineEnd, endsWithLineEnd, pieceLength }) => {
      // The first line determines the delimiter, so it contains no others.
      const written = [content[0]!.map((_, i) => `name${i}`), ...content];
      const text = written.map((row) => row.map(quoted).join(delimiter)).join(lineEnd);
      const bytes = Buffer.from(endsWithLineEnd ? text + lineEnd : text);
      async function* source() {
        yield* pieces(bytes, pieceLength);
      }
      const read = await Array.fromAsync((await openTable(source())).rows);
      const cellsOf = read.map((row) => ('cells' in row ? row.cells : row.message));
      expect(cellsOf).toEqual(written.map((row) => row.map((each) => each.replaceAll('\r\n', '\n'))));
      const lines = written.map((row) => row.join('').split('\n').length);
      expect(read.map(({ line }) => line)).toEqual(
        lines.map((_, i) => 1 + lines.slice(0, i).reduce((a, b) => a + b, 0)),
      );
    }),
    { numRuns: 500 },
  );
});
