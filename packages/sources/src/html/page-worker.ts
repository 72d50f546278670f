/** Worker thread that extracts one page after the other. */
import { parentPort } from 'node:worker_threads';
import { extractPage } from './extract-page.ts';
import type { PageToRead } from './page-reader.ts';

parentPort!.on('message', ({ html, address }: PageToRead) => {
  parentPort!.postMessage(extractPage(html, address).document);
});
