/** Text and title of a PDF file, read in an isolated process. */
import { type IsolatedProcess, LimitError } from './isolation/isolated-process.ts';

export interface PdfText {
  text: string;
  /** Empty if the document has none. */
  title: string;
}

/** In UTF-16 units. Longer texts are cut. */
const MAX_TEXT_LENGTH = 1_000_000;

/** Throws an error with the reason for a damaged file, and LimitError if it takes too much time or memory. */
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
    throw new Error(`PDF cannot be read: ${(error as Error).message}`);
  }
}

/** Called in the isolated process. */
export default async (bytes: Uint8Array): Promise<PdfText> => {
  // Loaded late, because the program itself does not need it.
  const { extractText, getDocumentProxy, getMeta } = await import('unpdf');
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  try {
    const { text } = await extractText(pdf, { mergePages: true });
    const { info } = await getMeta(pdf);
    const title: unknown = info.Title;
    return {
      text: text.trim().slice(0, MAX_TEXT_LENGTH),
      title: typeof title === 'string' ? title.trim() : '',
    };
  } finally {
    await pdf.loadingTask?.destroy();
  }
};
