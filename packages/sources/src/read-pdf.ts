/** Text and title of a PDF file, read in an isolated process. */
import type { getDocumentProxy } from 'unpdf';
import { FetchError } from './fetch/fetcher.ts';
import { type IsolatedProcess, LimitError } from './isolation/isolated-process.ts';

type PDFDocumentProxy = Awaited<ReturnType<typeof getDocumentProxy>>;

export interface PdfText {
  text: string;
  /** Title of the file, or the largest text on its first page; empty without both. */
  title: string;
}

/** Maximum length in UTF-16 units; longer texts are cut. */
const MAX_TEXT_LENGTH = 1_000_000;

/** Throws FetchError with the reason for a damaged file, and LimitError if it takes too much time or memory. */
export async function readPdf(
  isolated: IsolatedProcess,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<PdfText> {
  try {
    return await isolated.call<PdfText>(import.meta.url, bytes, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof LimitError) throw new LimitError(`PDF cannot be read: it ${error.message}`);
    throw new FetchError('damaged', `PDF cannot be read: ${(error as Error).message}`);
  }
}

/** Called in the isolated process. */
export default async (bytes: Uint8Array): Promise<PdfText> => {
  // Imported on first use: only the worker that reads PDF files needs it.
  const { extractText, getDocumentProxy, getMeta } = await import('unpdf');
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  try {
    const { text } = await extractText(pdf, { mergePages: true });
    const { info } = await getMeta(pdf);
    const title = typeof info.Title === 'string' ? info.Title.trim() : '';
    return {
      text: text.trim().slice(0, MAX_TEXT_LENGTH),
      title: NO_TITLE.test(title) ? (await largestLine(pdf)) || title : title,
    };
  } finally {
    await pdf.loadingTask?.destroy();
  }
};

/** Placeholders and file names, which word processors write if the author gives no title. */
const NO_TITLE =
  /^(?:$|microsoft (?:word|powerpoint|excel)|powerpoint presentation|untitled|unbenannt|sans titre)|\.(?:docx?|pptx?|xlsx?|od[tps]|indd|qxd|rtf|tex|dvi|pdf)$/i;
const MAX_TITLE_LENGTH = 200;

/** The first lines of the first page in its largest letters. */
async function largestLine(pdf: PDFDocumentProxy): Promise<string> {
  const page = await pdf.getPage(1);
  const { items } = await page.getTextContent();
  const texts = items.filter((item) => 'str' in item);
  const words = texts.filter(({ str }) => str.trim() !== '');
  const height = words.reduce((largest, word) => Math.max(largest, word.height), 0);
  const isLarge = (word: { height: number; str: string }) => word.height > height * 0.95;
  const firstLarge = words.findIndex(isLarge);
  const end = words.findIndex((word, index) => index > firstLarge && !isLarge(word));
  const line = words.slice(firstLarge, end < 0 ? undefined : end).map(({ str }) => str.trim());
  const title = line.join(' ');
  return title.length <= MAX_TITLE_LENGTH ? title : '';
}
