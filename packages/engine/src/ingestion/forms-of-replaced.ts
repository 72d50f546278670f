/** Forms of replaced documents, whose counts decrease when the new documents are published. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CooperativeTask, runInSlices } from '@semantic-search/query/scheduling';
import type { AddedSegment, IndexWriter } from '../index/writer.ts';
import type { Database } from '../storage/database.ts';
import type { StoredDocument } from '../storage/documents.ts';

interface ReplacementContext {
  index: IndexWriter;
  database: Database;
  /** Documents to look up between two turns of the event loop. */
  batchSize: number;
}

/** Returns forms by document key. Covers documents that are replaced within the same write, which are in `added`. */
export async function formsOfReplaced(
  documents: readonly StoredDocument[],
  added: readonly AddedSegment[],
  { index, database, batchSize }: ReplacementContext,
): Promise<Map<number, Uint32Array>> {
  const forms = new Map<number, Uint32Array>();
  const latest = new Map<string, StoredDocument>();
  for (let from = 0; from < documents.length; from += batchSize) {
    const chunk = documents.slice(from, from + batchSize);
    const stored = index.reader.documents > 0 ? database.findAll(chunk.map(({ id }) => id)) : [];
    await runInSlices(collectForms(forms, stored, index));
    const superseded = chunk.flatMap((each) => {
      const other = latest.get(each.id);
      latest.set(each.id, each);
      return other ?? [];
    });
    await runInSlices(collectForms(forms, superseded, index, added));
    if (documents.length > batchSize) await nextTurn();
  }
  return forms;
}

function* collectForms(
  forms: Map<number, Uint32Array>,
  documents: readonly StoredDocument[],
  index: IndexWriter,
  added: readonly AddedSegment[] = [],
): CooperativeTask<void> {
  for (const each of documents) {
    forms.set(each.key, yield* index.formsOfDocument(each, added));
    yield;
  }
}
