/** Writer of the parts of a thesaurus. The search uses the concepts of all parts. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  deserializeThesaurus,
  type ThesaurusContent,
  type ThesaurusReport,
  thesaurusParts,
} from '@semantic-search/query';
import type { QueuedWriteContext, WriteContext } from './document-writer.ts';
import { retagOutdated } from './retagging.ts';

/** See `WritableSpace`. */
export async function replaceThesaurus(
  space: QueuedWriteContext,
  content: ThesaurusContent,
  mediaType: string,
  part?: string,
): Promise<ThesaurusReport> {
  const { database, thesaurusBuilder, writes } = space;
  const { record, report } = await thesaurusBuilder.parse(content, mediaType, part);
  return writes.runExclusive(async () => {
    const current = database.thesaurus()?.record;
    await replaceRecord(space, current ? await thesaurusBuilder.change(current, { record }) : record);
    return report;
  });
}

/** See `WritableSpace`. Must run exclusively. */
export async function removeThesaurus(space: WriteContext, part: string): Promise<boolean> {
  const current = space.database.thesaurus()?.record;
  if (!thesaurusParts(current).some(({ name }) => name === part)) return false;
  await replaceRecord(space, await space.thesaurusBuilder.change(current, { removed: part }));
  return true;
}

async function replaceRecord(space: WriteContext, record: Uint8Array): Promise<void> {
  const { index, database, snapshots, trainer } = space;
  const { number } = index.reader.indexedThesaurus;
  const thesaurus = { number: number + 1, ...deserializeThesaurus(record) };
  database.replaceThesaurus(thesaurus.number, record);
  await index.replaceThesaurus(thesaurus, nextTurn);
  await retagOutdated(space);
  snapshots.recordLargeChange();
  trainer.documentsWritten();
  snapshots.saveIfDue(index);
}
