import { afterEach, describe, expect, it } from 'vitest';
import { japanesePdf, lockedPdf, pdfBomb, pdfFile } from '../test/pdf.fixture.ts';
import { type IsolatedProcess, isolatedProcess } from './isolation/isolated-process.ts';
import { readPdf } from './read-pdf.ts';

let isolated: IsolatedProcess | undefined;
afterEach(() => isolated?.close());

describe('reading a PDF file', () => {
  it('returns text and title, of several files at once', async () => {
    isolated = isolatedProcess();
    const files = ['Opening hours', 'Fees of the library'].map((text) =>
      readPdf(isolated!, pdfFile(text, `About ${text}`)),
    );
    expect(await Promise.all(files)).toEqual([
      { text: 'Opening hours', title: 'About Opening hours' },
      { text: 'Fees of the library', title: 'About Fees of the library' },
    ]);
  });

  it('joins a word that a hyphen divides at the end of a line', async () => {
    isolated = isolatedProcess();
    const lines = 'Fees of the munici-) Tj 0 -14 Td (pality and its) Tj 0 -14 Td (library';
    const { text } = await readPdf(isolated, pdfFile(lines, 'Fees'));
    expect(text).toBe('Fees of the municipality and its\nlibrary');
  });

  it('reads Japanese in an encoding of its own, without an embedded font', async () => {
    isolated = isolatedProcess();
    expect((await readPdf(isolated, japanesePdf('907d8f918ad9'))).text).toBe('図書館');
  });

  it('has the largest line of the first page instead of the name of a file', async () => {
    isolated = isolatedProcess();
    const content = 'Town council) Tj /F1 24 Tf 0 -30 Td (Annual report) Tj /F1 12 Tf 0 -30 Td (Introduction';
    for (const [given, expected] of [
      ['Microsoft Word - report_final.docx', 'Annual report'],
      ['report_final.docx', 'Annual report'],
      ['report_2015-web', 'Annual report'],
      ['', 'Annual report'],
      ['Document1', 'Annual report'],
      ['Untitled document', 'Annual report'],
      ['File: Annual fees', 'File: Annual fees'],
      ['admin', 'Annual report'],
      ['Présentation PowerPoint', 'Annual report'],
      ['PowerPoint for the council', 'PowerPoint for the council'],
      ['Mise en page 1', 'Annual report'],
      ['2024', 'Annual report'],
      ['Report of 2024', 'Report of 2024'],
      ['Report\\nof 2024', 'Report of 2024'],
    ])
      expect((await readPdf(isolated, pdfFile(content, given!))).title).toBe(expected);
    const initial = 'Town) Tj /F1 24 Tf 0 -30 Td (A) Tj /F1 12 Tf 0 -30 Td (nnual report';
    expect((await readPdf(isolated, pdfFile(initial, ''))).title).toBe('');
    // A page of a single size has no heading; the name of the file becomes the title.
    const plain = 'Text of a letter. '.repeat(20);
    expect((await readPdf(isolated, pdfFile(plain, 'Microsoft Word - Document1'))).title).toBe('');
  });

  it('reports damaged files and reads the next one', async () => {
    isolated = isolatedProcess();
    await expect(readPdf(isolated, Uint8Array.of(1, 2, 3))).rejects.toThrow('PDF cannot be read');
    await expect(readPdf(isolated, pdfFile('x', 'y').subarray(0, 150))).rejects.toThrow('it is damaged');
    await expect(readPdf(isolated, lockedPdf())).rejects.toThrow('it needs a password');
    expect((await readPdf(isolated, pdfFile('Text', 'Title'))).text).toBe('Text');
  });

  it('reports files that take too long', async () => {
    isolated = isolatedProcess({ deadlineMs: 1 });
    await expect(readPdf(isolated, pdfFile('x', 'y'))).rejects.toThrow('it takes longer than');
    await expect(readPdf(isolated, pdfFile('x', 'y'))).rejects.toThrow('it takes longer than');
  });

  it('reports a file that expands to 1.5 GB and reads the next one', async () => {
    isolated = isolatedProcess();
    const bomb = pdfBomb(1500);
    expect(bomb.length).toBeLessThan(10_000);
    await expect(readPdf(isolated, bomb)).rejects.toThrow('it needs more than 256 MB of memory');
    expect((await readPdf(isolated, pdfFile('Text', 'Title'))).text).toBe('Text');
  });
});
