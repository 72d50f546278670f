/** Writer of the parts of a thesaurus. The search uses the concepts of all parts. */
import {
  changeThesaurus,
  deserializeThesaurus,
  type PartRemoval,
  type PartReplacement,
  parseThesaurus,
  replacesAllParts,
  thesaurusParts,
} from '@semantic-search/query';
import { type Thesaurus, thesaurusChanges } from '@semantic-search/query/thesaurus';
import type { IndexReader } from './index/reader.ts';
import type { Database } from './storage/database.ts';
import type { WritableSpace } from './writable-space.ts';

/** Work on thesauri that takes seconds. */
export interface ThesaurusBuilder {
  parse: typeof parseThesaurus;
  /** Resolves to the record of the changed thesaurus. */
  change(current: Uint8Array | undefined, change: PartReplacement | PartRemoval): Promise<Uint8Array>;
}

/** Works on this thread. */
export const synchronousBuilder: ThesaurusBuilder = {
  parse: parseThesaurus,
  change: async (...change) => changeThesaurus(...change),
};

interface ThesaurusWriterParts {
  index: { readonly reader: IndexReader; readonly subjects: { find(uri: string): number } };
  database: Database;
  builder: ThesaurusBuilder;
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Makes the index use a stored thesaurus. */
  apply(thesaurus: { number: number } & ReturnType<typeof deserializeThesaurus>): Promise<void>;
}

export function thesaurusWriter({
  index,
  database,
  builder,
  runExclusive,
  apply,
}: ThesaurusWriterParts): Pick<WritableSpace, 'replaceThesaurus' | 'removeThesaurus' | 'thesauri'> {
  /** Returns messages about changes that affect documents. */
  async function write(record: Uint8Array): Promise<string[]> {
    const previous: Thesaurus = index.reader.thesaurus;
    const number = index.reader.indexedThesaurus.number + 1;
    database.replaceThesaurus(number, record);
    const opened = deserializeThesaurus(record);
    await apply({ number, ...opened });
    return thesaurusChanges(previous, opened.thesaurus, (uri) => index.subjects.find(uri) >= 0);
  }

  return {
    async replaceThesaurus(content, mediaType, part) {
      const { record, report } = await builder.parse(content, mediaType, part);
      return runExclusive(async () => {
        const current = replacesAllParts(mediaType, part) ? undefined : database.thesaurus()?.record;
        const changes = await write(current ? await builder.change(current, { record }) : record);
        return { ...report, warnings: [...changes, ...report.warnings] };
      });
    },
    removeThesaurus: (part) =>
      runExclusive(async () => {
        const current = database.thesaurus()?.record;
        if (!thesaurusParts(current).some(({ name }) => name === part)) return false;
        await write(await builder.change(current, { removed: part }));
        return true;
      }),
    thesauri: async () => thesaurusParts(database.thesaurus()?.record),
  };
}
