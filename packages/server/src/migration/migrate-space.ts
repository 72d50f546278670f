/** Migration of the thesaurus and documents of a search space between backends. */
import { Readable } from 'node:stream';
import type { DocumentInput } from '@semantic-search/engine';
import { thesaurusDigest } from '@semantic-search/query';
import { SERIALIZED_THESAURUS_MEDIA_TYPE } from '@semantic-search/query/media-types';
import type { Originals, SpaceContent, WritableBackend } from '../backends/backend.ts';
import { documentLength } from '../content/document-size.ts';
import { compare, describeConflicts } from './compare-locations.ts';
import { fingerprint, isEqualFingerprint } from './fingerprint.ts';
import { type MigratedPart, type Migration, migratePart } from './migrate.ts';

const MAX_BATCH_DOCUMENTS = 500;
/** In UTF-16 code units. */
const MAX_BATCH_LENGTH = 16_000_000;

/** Rejects if a backend cannot return the originals. A space that does not exist in the source is skipped. */
export async function prepareSpaceMigration(
  name: string,
  from: WritableBackend,
  to: WritableBackend,
): Promise<Migration> {
  const source = await from.content(name, false);
  if (!source) return { conflicts: [], run: async () => [] };
  const sourceContent = movable(name, source);
  const target = await to.content(name, false);
  const targetContent = target && movable(name, target);
  const found = {
    from: await thesaurusOf(sourceContent.originals),
    to: await thesaurusOf(targetContent?.originals),
  };
  const isFree = found.to.count === 0 || isEqualFingerprint(found.from, found.to);
  const documents = await compare(
    byId(sourceContent.originals.all()),
    byId(targetContent?.originals.all() ?? []),
  );

  async function run(): Promise<MigratedPart[]> {
    const written = movable(name, (await to.content(name, true))!);
    const thesaurus = await migratePart(`${name}: thesaurus`, found, async () => {
      const record = (await sourceContent.originals.thesaurus())!;
      await written.thesaurus.replaceThesaurus(Readable.from([record]), SERIALIZED_THESAURUS_MEDIA_TYPE);
      return thesaurusOf(written.originals);
    });
    const all = await migratePart(`${name}: documents`, documents, async () => {
      await write(name, sourceContent.originals, documents.isMissing, written.documents);
      return fingerprint(written.originals.all());
    });
    return [thesaurus, all];
  }

  return {
    conflicts: [
      ...(isFree ? [] : [`${name}: the target contains another thesaurus`]),
      ...describeConflicts(`documents of ${name}`, documents),
    ],
    run,
  };
}

function movable(name: string, { originals, documents, thesaurus }: SpaceContent) {
  if (originals && thesaurus) return { originals, documents, thesaurus };
  throw new Error(`The backend of search space ${name} does not support migration`);
}

async function thesaurusOf(originals: Originals | undefined) {
  const record = await originals?.thesaurus();
  return fingerprint(record ? [thesaurusDigest(record)] : []);
}

async function* byId(documents: AsyncIterable<DocumentInput> | Iterable<DocumentInput>) {
  for await (const document of documents) yield [document.id, document] as const;
}

async function write(
  name: string,
  from: Originals,
  isMissing: (id: string) => boolean,
  to: SpaceContent['documents'],
): Promise<void> {
  for await (const some of batches(from.all(), isMissing)) {
    const [first] = (await to.put(some)).refused;
    if (first) throw new Error(`${name}: ${some[first.index]!.id} was rejected: ${first.message}`);
  }
}

async function* batches(
  documents: AsyncIterable<DocumentInput>,
  isWanted: (id: string) => boolean,
): AsyncIterable<DocumentInput[]> {
  let [some, length]: [DocumentInput[], number] = [[], 0];
  for await (const document of documents) {
    if (!isWanted(document.id)) continue;
    some.push(document);
    length += documentLength(document);
    if (some.length < MAX_BATCH_DOCUMENTS && length < MAX_BATCH_LENGTH) continue;
    yield some;
    [some, length] = [[], 0];
  }
  if (some.length > 0) yield some;
}
