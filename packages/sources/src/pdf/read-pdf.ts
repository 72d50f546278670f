/** Reading of a PDF file in an isolated process. */
import { extname } from 'node:path';
import { type IsolatedProcess, LimitError } from '../isolation/index.ts';

export interface PdfText {
  text: string;
  /** Empty if the document has none. */
  title: string;
}

const module = new URL(`./pdf-module${extname(import.meta.url)}`, import.meta.url);

/** Throws an error with the reason for a damaged file, and LimitError if it takes too much time or memory. */
export async function readPdf(
  isolated: IsolatedProcess,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<PdfText> {
  try {
    return await isolated.call<PdfText>(module, bytes, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof LimitError) throw new LimitError(`PDF cannot be read: it ${error.message}`);
    throw new Error(`PDF cannot be read: ${(error as Error).message}`);
  }
}
