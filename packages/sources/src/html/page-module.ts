/** Reading of a page, called in the isolated process. */
import { decodeHtml } from './decode.ts';
import { extractPage, type Page } from './extract-page.ts';
import type { PageToRead } from './read-page.ts';

export default ({ html, contentType, address, selectors }: PageToRead): Page =>
  extractPage(typeof html === 'string' ? html : decodeHtml(html, contentType), address, selectors);
