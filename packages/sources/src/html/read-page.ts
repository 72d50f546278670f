/** Reading of an HTML page in an isolated process. */
import { type IsolatedProcess, LimitError } from '../isolation/isolated-process.ts';
import { extractPage, type Page } from './extract-page.ts';
import type { ContentSelectors } from './main-content.ts';
import { decodeMarkup } from './tree/decode.ts';

export interface PageToRead {
  /** Text, or bytes in an encoding that they or the content type declare. */
  html: string | Uint8Array;
  /** With parameters; of bytes. */
  contentType?: string | undefined;
  /** Absolute address of the page. */
  address: string;
  selectors?: ContentSelectors | undefined;
}

/** Never throws for broken markup. Throws LimitError if the page takes too much time or memory. */
export async function readPage(
  isolated: IsolatedProcess,
  page: PageToRead,
  signal?: AbortSignal,
): Promise<Page> {
  try {
    return await isolated.call<Page>(import.meta.url, page, signal);
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    throw new LimitError(`The page cannot be read: it ${error.message}`);
  }
}

/** Called in the isolated process. */
export default ({ html, contentType, address, selectors }: PageToRead): Page => {
  const text = typeof html === 'string' ? html : decodeMarkup(html, contentType);
  const isXhtml = contentType?.includes('xhtml') ? true : undefined;
  return extractPage(text, address, { ...selectors, isXhtml });
};
