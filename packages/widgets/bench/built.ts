/** The built script in memory, and its sizes. */
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

export type Files = ReadonlyMap<string, string>;

/** Code by file name, as `pnpm build` writes it. */
export async function builtFiles(): Promise<Files> {
  process.env.NODE_ENV = 'production';
  const root = fileURLToPath(new URL('..', import.meta.url));
  const built = await build({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: 'silent',
    build: { write: false },
  });
  const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  return new Map(chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk.code]] : [])));
}

export interface Size {
  /** Both in KiB. */
  gzip: number;
  brotli: number;
}

/** Of the files whose names begin so, each compressed by itself, as it is sent. */
export function sizeOf(files: Files, ...starts: string[]): Size {
  const chosen = [...files].filter(([name]) => starts.some((start) => name.startsWith(start)));
  if (chosen.length !== starts.length) throw new Error(`not one file each: ${starts}`);
  const sum = (compress: (code: string) => Buffer) =>
    chosen.reduce((total, [, code]) => total + compress(code).length / 1024, 0);
  return {
    gzip: sum((code) => gzipSync(code, { level: 9 })),
    brotli: sum((code) => brotliCompressSync(code)),
  };
}
