/** Text of PDF files, read in a worker with a deadline and a limit of memory. */
import { extname } from 'node:path';
import { deadlineWorker } from '../worker/index.ts';
import type { PdfText } from './pdf-worker.ts';

export interface PdfReader {
  /** Throws an error with the reason for a damaged file, or one that takes too long. One file at a time is read. */
  read(bytes: Uint8Array): Promise<PdfText>;
  close(): Promise<void>;
}

const DEFAULT_DEADLINE_MS = 20_000;
const MAX_HEAP_MB = 256;

export function pdfReader(deadlineMs = DEFAULT_DEADLINE_MS): PdfReader {
  const file = new URL(`./pdf-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = deadlineWorker<Uint8Array, PdfText>(file, { deadlineMs, maxHeapMb: MAX_HEAP_MB });
  return {
    async read(bytes) {
      try {
        return await worker.run(bytes);
      } catch (error) {
        throw new Error(`PDF cannot be read: ${(error as Error).message}`);
      }
    },
    close: worker.close,
  };
}
