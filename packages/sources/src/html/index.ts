/** Entry point for HTML pages: reading, selectors, and documents in the form that the server accepts. */
export { uploadedDocument } from '../source.ts';
export { extractPage, type Page } from './extract-page.ts';
export { type PageToRead, readPage } from './read-page.ts';
export { validateSelector } from './tree/selectors.ts';
