import { afterEach, describe, expect, it } from 'vitest';
import { pdfFile } from '../../test/pdf.fixture.ts';
import { type PdfReader, pdfReader } from './pdf-reader.ts';

let reader: PdfReader | undefined;
afterEach(() => reader?.close());

describe('the PDF reader', () => {
  it('returns text and title, of several files at once', async () => {
    reader = pdfReader();
    const files = ['Opening hours', 'Fees of the library'].map((text) =>
      reader!.read(pdfFile(text, `About ${text}`)),
    );
    expect(await Promise.all(files)).toEqual([
      { text: 'Opening hours', title: 'About Opening hours' },
      { text: 'Fees of the library', title: 'About Fees of the library' },
    ]);
  });

  it('reports damaged files and reads the next one', async () => {
    reader = pdfReader();
    await expect(reader.read(Uint8Array.of(1, 2, 3))).rejects.toThrow('PDF cannot be read');
    await expect(reader.read(pdfFile('x', 'y').subarray(0, 150))).rejects.toThrow('PDF cannot be read');
    expect((await reader.read(pdfFile('Text', 'Title'))).text).toBe('Text');
  });

  it('skips files that take too long', async () => {
    reader = pdfReader(1);
    await expect(reader.read(pdfFile('x', 'y'))).rejects.toThrow('takes longer than');
    await expect(reader.read(pdfFile('x', 'y'))).rejects.toThrow('takes longer than');
  });
});
