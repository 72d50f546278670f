/** Reading of an HTML page in an isolated process. */
import { type IsolatedProcess, namedLimit } from '../isolation/isolated-process.ts';
import type { Page } from './extract-page.ts';
import type { ContentSelectors } from './main-content.ts';

export interface PageToRead {
  /** Text, or bytes in an encoding that they or the content type declare. */
  html: string | Uint8Array;
  /** Media type with parameters, if `html` is bytes. */
  contentType?: string | undefined;
  address: string;
  selectors?: ContentSelectors | undefined;
}

/** Never throws for broken markup. Throws LimitError if the page takes too much time or memory. */
export function readPage(isolated: IsolatedProcess, page: PageToRead, signal?: AbortSignal): Promise<Page> {
  return isolated.call<Page>(import.meta.url, page, signal).catch(namedLimit('The page cannot be read: it'));
}

/** Called in the isolated process. */
export default async ({ html, contentType, address, selectors }: PageToRead): Promise<Page> => {
  // Imported on first use: only that process needs them.
  const { extractPage } = await import('./extract-page.ts');
  const { decodeMarkup } = await import('./tree/decode.ts');
  const text = typeof html === 'string' ? html : decodeMarkup(html, contentType);
  return extractPage(text, address, { ...selectors, isXhtml: contentType?.includes('xhtml') || undefined });
};
