/** HTML pages: clean text, sections and metadata. */
export { uploadedDocument } from '../source.ts';
export type { Directives, Link } from './directives.ts';
export { extractPage, type Page, plainText } from './extract-page.ts';
export type { ContentSelectors } from './main-content.ts';
export { type PageToRead, readPage } from './read-page.ts';
export { ROBOTS_NAME, robotsDirectives } from './robots-directives.ts';
export { decodeMarkup } from './tree/decode.ts';
export { validateSelector } from './tree/selectors.ts';
