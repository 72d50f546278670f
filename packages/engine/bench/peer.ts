/** Figures of the benchmark kit's peer and of its histogram: from files, or by running them. */
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

/** The last line of a file that the output of the kit's program was kept in. */
export function figuresIn<Figures>(file: string): Figures {
  return JSON.parse(readFileSync(file, 'utf8').trim().split('\n').at(-1)!) as Figures;
}

export function runPeer(python: string, kit: string, corpus: string, queries: string): PeerFigures {
  const output = execFileSync(python, ['-B', join(kit, 'tantivy_peer.py'), corpus, queries], {
    encoding: 'utf8',
  });
  return JSON.parse(output.trim().split('\n').at(-1)!) as PeerFigures;
}

/** Needs a C compiler and the postings that the kit wrote next to the corpus; undefined without them. */
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
