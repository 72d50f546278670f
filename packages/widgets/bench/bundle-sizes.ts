/** Built script in memory, with its raw and compressed sizes. */
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

export type Files = ReadonlyMap<string, string>;

/** Code by file name, as `pnpm build` writes it. Sets NODE_ENV: Lit has a development version. */
export async function builtFiles(): Promise<Files> {
  process.env.NODE_ENV = 'production';
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = new Map<string, string>();
  for (const mode of ['production', 'similar-docs']) {
    const built = await build({
      root,
      mode,
      configFile: `${root}vite.config.ts`,
      logLevel: 'silent',
      build: { write: false },
    });
    for (const chunk of [built].flat().flatMap((one) => ('output' in one ? one.output : [])))
      if (chunk.type === 'chunk') files.set(chunk.fileName, chunk.code);
  }
  return files;
}

export interface Size {
  /** Sizes in KiB. */
  gzip: number;
  brotli: number;
}

/** Total size of the files with these name prefixes, each compressed separately. */
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

/** Download size per use case, with budgets in KiB of gzip. */
export const bundles: { name: string; files: string[]; budget?: number }[] = [
  { name: 'whole page', files: ['widget.js', 'assets/search-page-'], budget: 44 },
  { name: 'semantic-search to first paint', files: ['widget.js'], budget: 28 },
  { name: 'similar-docs alone', files: ['similar-docs.js'], budget: 18 },
  { name: 'filter by date', files: ['assets/date-range-'] },
  { name: 'histogram, slider and inputs of ranges', files: ['assets/range-controls-'] },
  { name: 'detail view', files: ['assets/detail-view-'] },
  { name: 'sharing and exporting', files: ['assets/result-actions-'] },
];

/** Budget of an additional language in KiB of gzip. */
export const languageBudget = 2;

export const languageFiles = (files: Files): string[] =>
  [...files.keys()].filter((name) => /^assets\/(?:..|zh-Hant)-[\w-]{8}\.js$/.test(name));
