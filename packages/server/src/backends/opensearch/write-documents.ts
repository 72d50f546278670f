/**
 * Writing documents in bulk: so many on their way at a time, more slowly where the cluster asks for it, and seen once
 * acknowledged. Of two writes of a document the one that began later counts, in whatever order they arrive.
 */
import type { DocumentInput } from '@semantic-search/engine';
import type { DocumentWriter } from '../backend.ts';
import { BackendError } from '../backend-error.ts';
import { batchOutcome } from '../batch-outcome.ts';
import { type BulkItem, isBusy, itemsOf, retrying, silent } from './bulk.ts';
import type { Cluster } from './cluster.ts';
import { type VersionClock, versionClock } from './external-versions.ts';
import { isPassing } from './ignorable-errors.ts';
import { bulkTo, taking } from './index-aliases.ts';
import { analysed, keyOf } from './index-document.ts';
import type { Editions, IndexVersion } from './index-versions.ts';

/** Documents in one request, and requests on their way at a time. */
export const batch = 250;
const atOnce = 2;
/** A document and the version that it is written with. */
export interface Write {
  document: DocumentInput;
  version: number;
}

export function documentWriter(editions: Editions): DocumentWriter {
  const { writing: cluster, alias, words } = editions;
  const clock = versionClock();

  /** What is wrong with each of the documents that were refused, by id. */
  async function write(documents: DocumentInput[]): Promise<Map<string, string>> {
    const refused = new Map<string, string>();
    const retry = retrying();
    const version = clock.next();
    for (let left: Write[] = documents.map((document) => ({ document, version })); left.length > 0; ) {
      const edition = await editions.inForce();
      const items = await writeTo(bulkTo(taking(edition.index)), left, edition, editions);
      const again: Write[] = [];
      left.forEach((write, i) => {
        const item = items[i]!;
        const newer = newerThan(item, clock);
        if (isBusy(item) || isGone(item)) again.push(write);
        else if (newer !== undefined) again.push({ ...write, version: newer });
        else if (item.error && !isOutdated(item)) refused.set(write.document.id, refusalOf(item.error));
      });
      if (again.length > 0) await retry(items);
      if (items.some(isGone)) editions.changed();
      left = again;
    }
    return refused;
  }

  async function seen(): Promise<void> {
    await makeFindable(`${alias},${words.index}`, cluster);
    editions.changed();
  }

  return {
    async put(documents) {
      const { toWrite, outcome } = batchOutcome(documents);
      const refusals = new Map<string, string>();
      await severally(batchesOf(toWrite), async (some) => {
        for (const [id, refusal] of await write(some)) refusals.set(id, refusal);
      });
      if (toWrite.length > 0) await seen();
      return outcome(refusals);
    },
    async delete(id) {
      const retry = retrying();
      let version = clock.next();
      // What an attempt without an answer may have deleted was there.
      for (let doubtful = false; ; ) {
        const lines = `${JSON.stringify({ delete: { _id: keyOf(id), version, version_type } })}\n`;
        const path = bulkTo(taking((await editions.inForce()).index));
        const [item = silent] = await itemsOf({ method: 'POST', path, lines }, 1, cluster);
        const newer = newerThan(item, clock);
        if (!isBusy(item) && !isGone(item) && newer === undefined) {
          if (item.status >= 400 && item.status !== 404 && !isOutdated(item))
            throw new BackendError('failing', `A document could not be deleted: ${item.status}`);
          await seen();
          return item.status === 200 || isOutdated(item) || doubtful;
        }
        version = newer ?? version;
        doubtful ||= item.status === 0;
        await retry([item]);
        if (isGone(item)) editions.changed();
      }
    },
  };
}

function refusalOf({ reason, caused_by: cause }: NonNullable<BulkItem['error']>): string {
  return [reason, cause?.reason].some((each) => each?.includes('Limit of total fields'))
    ? 'It has new attributes, and the search space has as many of them as the search engine takes.'
    : 'The search engine refused the document.';
}

export function batchesOf<Item>(items: Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / batch) }, (_, i) =>
    items.slice(i * batch, (i + 1) * batch),
  );
}

/** Written once more with the same version, a document stays as it is. */
const version_type = 'external_gte';

/** Answers of the cluster in the order of the documents. Their words are kept before. */
export async function writeTo(
  path: string,
  writes: Write[],
  { thesaurus, extractor }: Pick<IndexVersion, 'thesaurus' | 'extractor'>,
  { words, writing }: Pick<Editions, 'words' | 'writing'>,
): Promise<BulkItem[]> {
  const documents = writes.map(({ document }) => document);
  const found = await analysed(documents, { thesaurus: thesaurus.thesaurus, extractor });
  await words.meet(found);
  const lines = found.map(({ record }, i) => {
    const { document, version } = writes[i]!;
    const action = { index: { _id: keyOf(document.id), version, version_type } };
    return `${JSON.stringify(action)}\n${JSON.stringify(record)}\n`;
  });
  return itemsOf({ method: 'POST', path, lines: lines.join('') }, documents.length, writing);
}

/** The document was written or deleted by someone who began later. */
function isOutdated({ status, error }: BulkItem): boolean {
  return status === 409 && error?.type === 'version_conflict_engine_exception';
}

/** What was written to these indices; tried again for as long as a change is. */
export async function makeFindable(indices: string, cluster: Cluster): Promise<void> {
  for (const retry = retrying(); ; ) {
    const item = await refreshed(indices, cluster);
    if (item === undefined) return;
    await retry([item]);
  }
}

/** Undefined where it is done; else how it failed, for another attempt. */
async function refreshed(indices: string, cluster: Cluster): Promise<BulkItem | undefined> {
  try {
    await cluster.refresh(indices);
    return undefined;
  } catch (error) {
    // A shard that is just being moved is none that is lost.
    if (isPassing(error) || (error instanceof BackendError && error.kind === 'garbled')) return silent;
    throw error;
  }
}

/** The index is no longer in force, and another one is: nothing was written. */
function isGone({ error }: BulkItem): boolean {
  return error?.type === 'index_not_found_exception';
}

/** A version to write with once more, where the one that is there only seems newer, for its clock is ahead of ours. */
function newerThan(item: BulkItem, clock: VersionClock): number | undefined {
  if (!isOutdated(item)) return undefined;
  const there = Number(/current version \[(\d+)\]/.exec(item.error!.reason)?.[1]);
  if (!clock.isAhead(there)) return undefined;
  clock.saw(there);
  return clock.next();
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
