/** Worker thread that extracts text and title of one PDF after the other. */
import { parentPort } from 'node:worker_threads';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';

export interface PdfText {
  text: string;
  /** Empty if the document has none. */
  title: string;
}

export type PdfResponse = PdfText | { error: string };

parentPort!.on('message', async (bytes: Uint8Array) => {
  parentPort!.postMessage(
    await read(bytes).catch((error: unknown): PdfResponse => ({ error: String(error) })),
  );
});

async function read(bytes: Uint8Array): Promise<PdfText> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 });
  try {
    const { text } = await extractText(pdf, { mergePages: true });
    const { info } = await getMeta(pdf);
    const title: unknown = info.Title;
    return { text, title: typeof title === 'string' ? title.trim() : '' };
  } finally {
    await pdf.loadingTask?.destroy();
  }
}
