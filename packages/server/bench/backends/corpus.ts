/** Documents and queries of a comparison: files of the benchmark kit, or synthetic ones. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentInput, SearchQuery } from '@semantic-search/engine';
import { type BenchmarkQuery, documentsIn, toSearchQuery } from '../../../engine/bench/benchmark-kit.ts';
import { syntheticCorpus, turtleOf } from '../../../engine/bench/synthetic-corpus.ts';
import type { Source } from './candidates.ts';

/** The first `limit` documents, in batches. */
export async function* documentsInBatches(
  file: string,
  limit = Number.POSITIVE_INFINITY,
  size = 1000,
): AsyncGenerator<DocumentInput[]> {
  let [batch, left]: [DocumentInput[], number] = [[], limit];
  for await (const document of documentsIn(file)) {
    batch.push(document);
    left -= 1;
    if (batch.length < size && left > 0) continue;
    yield batch;
    batch = [];
    if (left <= 0) return;
  }
  if (batch.length > 0) yield batch;
}

/** Queries by class, `perClass` each, sampled evenly, so that half of them have a selection. */
export function readQueries(file: string, perClass: number): Map<string, SearchQuery[]> {
  const all = Map.groupBy(JSON.parse(readFileSync(file, 'utf8')) as BenchmarkQuery[], (query) => query.class);
  const sampled = [...all].map(([name, queries]): [string, SearchQuery[]] => {
    const step = Math.max(1, queries.length / perClass);
    const some = queries.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
    return [name, some.slice(0, perClass).map((query) => toSearchQuery(query))];
  });
  return new Map(sampled);
}

/** Synthetic corpus in the file format of the kit. */
export function syntheticSource(folder: string, size: number): Source & { queries: string } {
  const { documents, broader, queries } = syntheticCorpus(size);
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  return {
    corpus: write('corpus.ndjson', documents.map((document) => JSON.stringify(document)).join('\n')),
    queries: write('queries.json', JSON.stringify(queries)),
    thesaurus: write('thesaurus.ttl', turtleOf(broader)),
  };
}
