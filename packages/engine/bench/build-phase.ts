/** Indexing benchmark: writes a corpus to a new search space and measures time and disk usage. */
import { createReadStream, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentInput } from '../src/index.ts';
import { openSpace } from '../src/search-space.ts';
import { mergeInWorker } from '../src/workers/tasks.ts';
import { documentsIn } from './benchmark-kit.ts';

export interface BuildTask {
  directory: string;
  corpus: string;
  thesaurus: string;
}

export interface BuildFigures {
  documents: number;
  /** Wall time from reading the first document until the space is closed. */
  buildPerSecond: number;
  /** Per second of CPU time of all threads. */
  buildPerCpuSecond: number;
  /** Wall time. */
  thesaurusMs: number;
  diskMb: number;
  indexMb: number;
}

const batch = 1000;

export async function build({ directory, corpus, thesaurus }: BuildTask): Promise<BuildFigures> {
  rmSync(directory, { recursive: true, force: true });
  const space = await openSpace(directory, { merge: mergeInWorker });
  const start = performance.now();
  await space.replaceThesaurus(createReadStream(thesaurus), 'text/turtle');
  const thesaurusMs = performance.now() - start;
  const [wall, cpu] = [performance.now(), process.cpuUsage()];
  let documents = 0;
  for await (const some of inBatches(documentsIn(corpus))) {
    const { accepted, refused } = await space.put(some);
    if (refused.length > 0) throw new Error(`A document was rejected: ${refused[0]!.message}`);
    documents += accepted;
  }
  await space.close();
  const seconds = (performance.now() - wall) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return {
    documents,
    buildPerSecond: documents / seconds,
    buildPerCpuSecond: (documents / (user + system)) * 1e6,
    thesaurusMs,
    diskMb: megabytesIn(directory),
    indexMb: megabytesIn(join(directory, 'index')),
  };
}

async function* inBatches(documents: AsyncIterable<DocumentInput>): AsyncGenerator<DocumentInput[]> {
  let some: DocumentInput[] = [];
  for await (const document of documents) {
    some.push(document);
    if (some.length < batch) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

function megabytesIn(directory: string): number {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0) / 1e6;
}
