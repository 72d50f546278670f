/** Page reader: extracts small pages at once, and large ones in a worker with a deadline. */
import { extname } from 'node:path';
import type { Document } from '../source.ts';
import { deadlineWorker } from '../worker/index.ts';
import { extractPage } from './extract-page.ts';

export interface PageToRead {
  html: string;
  /** Absolute address of the page. */
  address: string;
}

export interface PageReader {
  /** Never throws for broken markup. Throws an error with the reason if the extraction takes too long or too much memory. */
  read(page: PageToRead): Promise<Document>;
  close(): Promise<void>;
}

export interface PageReaderOptions {
  /** In UTF-16 units. Longer pages are read in the worker: 100,000 take 2 ms, and 20 ms with hostile markup. */
  maxDirectLength?: number;
  deadlineMs?: number;
}

/** Several times what hostile pages need: a thread that reaches the limit of its heap can end the process. */
const MAX_HEAP_MB = 2048;
const IDLE_MS = 10_000;

/** The worker starts with the first large page and ends when it is idle. */
export function pageReader({
  maxDirectLength = 100_000,
  deadlineMs = 30_000,
}: PageReaderOptions = {}): PageReader {
  const file = new URL(`./page-worker${extname(import.meta.url)}`, import.meta.url);
  const options = { deadlineMs, maxHeapMb: MAX_HEAP_MB, idleMs: IDLE_MS };
  const worker = deadlineWorker<PageToRead, Document>(file, options);
  return {
    async read(page) {
      if (page.html.length <= maxDirectLength) return extractPage(page.html, page.address).document;
      try {
        return await worker.run(page);
      } catch (error) {
        throw new Error(`The page cannot be read: ${(error as Error).message}`);
      }
    },
    close: worker.close,
  };
}
