/** HTML pages: clean text, sections and metadata. */
export { decodeHtml } from './decode.ts';
export { type Directives, type Link, ROBOTS_NAME, robotsDirectives } from './directives.ts';
export { extractPage, type Page } from './extract-page.ts';
export type { ContentSelectors } from './main-content.ts';
export { type PageToRead, readPage } from './read-page.ts';
export { validateSelector } from './selectors.ts';
