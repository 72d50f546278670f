/** HTML pages: clean text, sections and metadata. */
export { uploadedDocument } from '../source.ts';
export { extractPage, type Page } from './extract-page.ts';
export { type PageToRead, readPage } from './read-page.ts';
export { validateSelector } from './tree/selectors.ts';
