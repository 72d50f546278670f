/** Figures of the kit's peer (Tantivy) and histogram, from files or by running them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PeerFigures {
  buildDocsPerSecond: number;
  classes: Record<string, { faceted: { cpuP50: number; cpuP95: number } }>;
}

export interface HistogramFigures {
  oneTableNs: number;
  fourTablesNs: number;
}

/** Parses the last line of a file with the output of a kit program. */
export function figuresIn<Figures>(file: string): Figures {
  return JSON.parse(readFileSync(file, 'utf8').trim().split('\n').at(-1)!) as Figures;
}

export function runPeer(python: string, kit: string, corpus: string, queries: string): PeerFigures {
  const output = execFileSync(python, ['-B', join(kit, 'tantivy_peer.py'), corpus, queries], {
    encoding: 'utf8',
  });
  return JSON.parse(output.trim().split('\n').at(-1)!) as PeerFigures;
}

/** Requires a C compiler. Returns undefined without the postings file that the kit writes next to the corpus. */
export function runHistogram(kit: string, corpus: string): HistogramFigures | undefined {
  const postings = corpus.replace(/\.ndjson$/, '.u16');
  if (!existsSync(postings)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'histogram-'));
  try {
    const program = join(folder, 'histogram');
    execFileSync('cc', ['-O3', '-march=native', '-o', program, join(kit, 'histogram.c')]);
    return JSON.parse(execFileSync(program, [postings], { encoding: 'utf8' })) as HistogramFigures;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
