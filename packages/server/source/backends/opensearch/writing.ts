/** Writing documents in bulk: so many on their way at a time, more slowly where the cluster asks for it, and seen once acknowledged. */
import { setTimeout as pause } from 'node:timers/promises';
import { type DocumentInput, faultOf } from '@semantic-search/engine';
import { RemoteFault } from '../graphsearch/fault.ts';
import type { DocumentWriter } from '../port.ts';
import type { Cluster } from './cluster.ts';
import type { Edition, Editions } from './editions.ts';
import { keyOf, recordsOf } from './record.ts';

/** Documents in one request, and requests on their way at a time. */
export const batch = 250;
const atOnce = 2;
/** A busy cluster is tried again after so many milliseconds, twice as many each time, in all for about a minute. */
const firstPause = 50;
const attempts = 11;

interface BulkItem {
  _index: string;
  status: number;
  error?: { type: string; reason: string };
}

export function documentWriter(editions: Editions): DocumentWriter {
  const { cluster, alias } = editions;

  /** What is wrong with each of the documents, by its place in `documents`. */
  async function write(documents: DocumentInput[], attempt = 0): Promise<Map<DocumentInput, string>> {
    const edition = await editions.inForce();
    const items = await writeTo(`/${alias}/_bulk?require_alias=true`, documents, edition, cluster);
    const again = documents.filter((_, i) => isBusy(items[i]) || items[i]?._index !== edition.index);
    const refused = new Map<DocumentInput, string>();
    documents.forEach((document, i) => {
      if (items[i]?.error && !again.includes(document))
        refused.set(document, 'The search engine refused the document.');
    });
    if (again.length === 0) return refused;
    if (attempt >= attempts) throw new RemoteFault('overloaded', 'The cluster takes no documents.');
    await pause(firstPause * 2 ** attempt);
    // Perhaps another edition came into force, with another thesaurus.
    editions.changed();
    return new Map([...refused, ...(await write(again, attempt + 1))]);
  }

  return {
    async put(documents) {
      const faults = new Map<DocumentInput, string>();
      const last = new Map<string, DocumentInput>();
      for (const document of documents) {
        const fault = faultOf(document);
        if (fault !== undefined) faults.set(document, fault);
        else last.set(document.id, document);
      }
      const batches = batchesOf([...last.values()]);
      await severally(batches, async (some) => {
        for (const [document, fault] of await write(some)) faults.set(document, fault);
      });
      if (batches.length > 0) await cluster.call({ method: 'POST', path: `/${alias}/_refresh` });
      editions.changed();
      const refused = documents.flatMap((document, index) => {
        const message = faults.get(document);
        return message === undefined ? [] : [{ index, message }];
      });
      return { accepted: documents.length - refused.length, refused };
    },
    async delete(id) {
      const { index } = await editions.inForce();
      const lines = `${JSON.stringify({ delete: { _id: keyOf(id) } })}\n`;
      const path = `/${alias}/_bulk?require_alias=true`;
      for (let attempt = 0; attempt < attempts; attempt++) {
        const [item] = itemsOf(await cluster.call({ method: 'POST', path, lines }));
        if (item && !isBusy(item)) {
          if (item.status >= 400 && item.status !== 404)
            throw new RemoteFault('failing', `Delete in ${index}: ${item.status}`);
          await cluster.call({ method: 'POST', path: `/${alias}/_refresh` });
          editions.changed();
          return item.status === 200;
        }
        await pause(firstPause * 2 ** attempt);
      }
      throw new RemoteFault('overloaded', 'The cluster takes no changes.');
    },
  };
}

export function batchesOf<Item>(items: Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / batch) }, (_, i) =>
    items.slice(i * batch, (i + 1) * batch),
  );
}

/** Answers of the cluster in the order of the documents. */
export async function writeTo(
  path: string,
  documents: DocumentInput[],
  { thesaurus, extractor }: Pick<Edition, 'thesaurus' | 'extractor'>,
  cluster: Cluster,
): Promise<BulkItem[]> {
  const records = await recordsOf(documents, { thesaurus: thesaurus.thesaurus, extractor });
  const lines = records.map((record, i) => {
    const action = { index: { _id: keyOf(documents[i]!.id) } };
    return `${JSON.stringify(action)}\n${JSON.stringify(record)}\n`;
  });
  try {
    return itemsOf(await cluster.call({ method: 'POST', path, lines: lines.join('') }));
  } catch (error) {
    if (!(error instanceof RemoteFault && error.kind === 'overloaded')) throw error;
    return documents.map(() => ({ _index: '', status: 429 }));
  }
}

function itemsOf(body: unknown): BulkItem[] {
  const { items } = body as { items: Record<string, BulkItem>[] };
  return items.map((item) => Object.values(item)[0]!);
}

/** Too much at a time, or the index is just being built anew. */
export function isBusy(item: BulkItem | undefined): boolean {
  return item?.status === 429 || item?.error?.type === 'cluster_block_exception';
}

/** Ends with the first failure; what was begun is ended before that. */
async function severally<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
