/** Text and title of a PDF file, extracted in the isolated process. */
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import type { PdfText } from './read-pdf.ts';

/** In UTF-16 units. Longer texts are cut. */
const MAX_TEXT_LENGTH = 1_000_000;

export default async (bytes: Uint8Array): Promise<PdfText> => {
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
