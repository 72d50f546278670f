/** Writer of the parts of a thesaurus. The search uses the concepts of all parts. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  deserializeThesaurus,
  replacesAllParts,
  type ThesaurusReport,
  thesaurusParts,
} from '@semantic-search/query';
import { thesaurusChanges } from '@semantic-search/query/thesaurus';
import type { WriteContext } from './document-writer.ts';
import { retagOutdated } from './retagging.ts';

/** See `WritableSpace`. */
export async function replaceThesaurus(
  space: WriteContext,
  content: AsyncIterable<string | Uint8Array>,
  mediaType: string,
  part?: string,
): Promise<ThesaurusReport> {
  const { database, thesaurusBuilder, writes } = space;
  const { record, report } = await thesaurusBuilder.parse(content, mediaType, part);
  return writes.runExclusive(async () => {
    const current = replacesAllParts(mediaType, part) ? undefined : database.thesaurus()?.record;
    const changes = await write(space, current ? await thesaurusBuilder.change(current, { record }) : record);
    return { ...report, warnings: [...changes, ...report.warnings] };
  });
}

/** See `WritableSpace`. Must run exclusively. */
export async function removeThesaurus(space: WriteContext, part: string): Promise<boolean> {
  const current = space.database.thesaurus()?.record;
  if (!thesaurusParts(current).some(({ name }) => name === part)) return false;
  await write(space, await space.thesaurusBuilder.change(current, { removed: part }));
  return true;
}

/** Returns messages about changes that affect documents. */
async function write(space: WriteContext, record: Uint8Array): Promise<string[]> {
  const { index, database, snapshots, trainer } = space;
  const { thesaurus: previous, number } = index.reader.indexedThesaurus;
  const opened = { number: number + 1, ...deserializeThesaurus(record) };
  database.replaceThesaurus(opened.number, record);
  await index.replaceThesaurus(opened, nextTurn);
  await retagOutdated(space);
  snapshots.recordLargeChange();
  trainer.documentsWritten();
  snapshots.saveIfDue(index);
  return thesaurusChanges(previous, opened.thesaurus, (uri) => index.subjects.find(uri) >= 0);
}
