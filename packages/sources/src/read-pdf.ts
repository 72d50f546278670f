/** Text and title of a PDF file, read with PDFium in an isolated process. */
import { readFile } from 'node:fs/promises';
import type { WrappedPdfiumModule as Pdfium } from '@embedpdf/pdfium';
import { FetchError } from './fetch/fetcher.ts';
import { type IsolatedProcess, LimitError } from './isolation/isolated-process.ts';

/** `title` is the title in the file, or else the largest text on its first page; empty if it has neither. */
export type PdfText = { text: string; title: string };
/** Maximum length in UTF-16 units; longer texts are cut, as for HTML pages. */
const MAX_TEXT_LENGTH = 1_000_000;

/** Throws FetchError with the reason for a damaged file, and LimitError if it takes too much time or memory. */
export async function readPdf(isolated: IsolatedProcess, bytes: Uint8Array, signal?: AbortSignal) {
  try {
    return await isolated.call<PdfText>(import.meta.url, bytes, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof LimitError) throw new LimitError(`PDF cannot be read: it ${error.message}`);
    throw new FetchError('damaged', `PDF cannot be read: ${(error as Error).message}`);
  }
}

/** Reasons by the codes FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY of PDFium. */
const REASONS: Partial<Record<number, string>> = { 4: 'it needs a password', 5: 'unknown encryption' };

/** Undefined while a file is read and after a file that could not be read, which may leave the library in any state. */
let idleLibrary: Pdfium | undefined;

/** Reads a file in the isolated process. Pointers and handles of PDFium are numbers. */
export default async (bytes: Uint8Array): Promise<PdfText> => {
  const library = idleLibrary ?? (await newLibrary());
  idleLibrary = undefined;
  const copy = library.pdfium.wasmExports.malloc(bytes.length);
  library.pdfium.HEAPU8.set(bytes, copy);
  const file = library.FPDF_LoadMemDocument(copy, bytes.length, '');
  if (file === 0) throw new Error(REASONS[library.FPDF_GetLastError()] ?? 'it is damaged');
  const fillTitle = (buffer: number, size: number) => library.FPDF_GetMetaText(file, 'Title', buffer, size);
  // Without a buffer, PDFium only returns the size that the title needs.
  let title = readText(library, fillTitle(0, 0), fillTitle);
  let text = '';
  for (let index = 0; index < library.FPDF_GetPageCount(file) && text.length < MAX_TEXT_LENGTH; index++) {
    const page = library.FPDF_LoadPage(file, index);
    const textPage = library.FPDFText_LoadPage(page);
    text += `${textOf(library, textPage)}\n`;
    if (index === 0 && NO_TITLE.test(title)) title = largestText(library, textPage);
    library.FPDFText_ClosePage(textPage);
    library.FPDF_ClosePage(page);
  }
  library.FPDF_CloseDocument(file);
  library.pdfium.wasmExports.free(copy);
  idleLibrary = library;
  return { text: text.trim().slice(0, MAX_TEXT_LENGTH), title: title.replaceAll('\n', ' ') };
};

async function newLibrary(): Promise<Pdfium> {
  // Imported on first use: only the process that reads PDF files needs it.
  const { init } = await import('@embedpdf/pdfium');
  const code = await readFile(new URL(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const library = await init({ wasmBinary: new Uint8Array(code).buffer });
  library.FPDF_InitLibrary();
  return library;
}

/** Text that `fill` writes to a buffer as UTF-16. `fill` returns the number of bytes. */
function readText({ pdfium }: Pdfium, maxBytes: number, fill: (buffer: number, maxBytes: number) => number) {
  const buffer = pdfium.wasmExports.malloc(maxBytes);
  const end = buffer + fill(buffer, maxBytes);
  const text = Buffer.from(pdfium.HEAPU8.subarray(buffer, end)).toString('utf16le');
  pdfium.wasmExports.free(buffer);
  // U+FFFE is a hyphen that divides a word at the end of a line.
  const words = text.replaceAll('\uFFFE', '');
  return words.replaceAll(/[\s\p{Cc}]+/gu, (gap) => (gap.includes('\n') ? '\n' : ' ')).trim();
}

function textOf(library: Pdfium, textPage: number, start = 0, end = Infinity): string {
  const count = Math.min(end, library.FPDFText_CountChars(textPage)) - start;
  const fill = (buffer: number) => 2 * library.FPDFText_GetText(textPage, start, count, buffer);
  // A character has up to four bytes, and a terminator follows.
  return readText(library, 4 * (count + 1), fill);
}

/** Placeholders, numbers and file names, which word processors write if the author gives no title. */
const NO_TITLE =
  // cspell:disable-next-line
  /^\P{L}*$|^[^\s_]+_\S*$|^(?:\(?microsoft (?:word|powerpoint|excel)|powerpoint.(?:pre[sz]enta|präsent|プレゼン|演示|簡報)|(?:apresenta|pre[sz]enta|présenta)\S+(?: \S+){0,2} powerpoint$|mise en page \d|untitled|unbenannt|sans titre|(?:admin|do[ck]ument|slide|folie|layout)[ -]?\d*$|https?:|file:\/|[a-z]:\\)|\.(?:docx?|pptx?|xlsx?|od[tps]|ind[db]|qx[dp]|rtf|tex|dvi|pdf|pmd|pub|pages|html?)$/iu;
const MAX_TITLE_LENGTH = 200;
/** Letters of one line differ a little in height, because of their fonts and of rounding. */
const MIN_SHARE_OF_LARGEST = 0.95;

/** The first lines in the largest letters; empty if they are too long for a title, a number, or an initial. */
function largestText(library: Pdfium, textPage: number): string {
  // The matrix of a character has six numbers of 32 bits; the third and fourth are its vertical axis.
  const matrix = library.pdfium.wasmExports.malloc(24);
  // The count of a damaged page is -1.
  const length = Math.max(0, library.FPDFText_CountChars(textPage));
  const heights = Array.from({ length }, (_, index) => {
    if (/\s/.test(String.fromCharCode(library.FPDFText_GetUnicode(textPage, index)))) return 0;
    library.FPDFText_GetMatrix(textPage, index, matrix);
    const [, , x = 0, y = 0] = new Float32Array(library.pdfium.HEAPU8.buffer, matrix, 4);
    return library.FPDFText_GetFontSize(textPage, index) * Math.hypot(x, y);
  });
  library.pdfium.wasmExports.free(matrix);
  const largest = heights.reduce((height, other) => Math.max(height, other), 0);
  const isLarge = (height: number) => height > largest * MIN_SHARE_OF_LARGEST;
  const start = heights.findIndex(isLarge);
  const end = heights.findIndex((height, index) => index > start && height > 0 && !isLarge(height));
  const title = textOf(library, textPage, start, end < 0 ? length : end);
  return title.length <= MAX_TITLE_LENGTH && /\p{L}\P{L}*\p{L}/u.test(title) ? title : '';
}
