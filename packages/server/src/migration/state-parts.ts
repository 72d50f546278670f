/** Parts of a migration: configurations with tokens, and the thesaurus and documents of a search space. */
import { Readable } from 'node:stream';
import type { StateLocation, StoredState } from '@semantic-search/contract/storage';
import type { DocumentInput } from '@semantic-search/engine';
import type { SpaceContent, WritableBackend } from '@semantic-search/engine/backend';
import { thesaurusDigest } from '@semantic-search/query';
import { SERIALIZED_THESAURUS_MEDIA_TYPE } from '@semantic-search/query/media-types';
import { documentLength } from '../content/documents/document-size.ts';
import type { Part } from './migrate.ts';

const MAX_BATCH_DOCUMENTS = 500;
/** In UTF-16 code units. */
const MAX_BATCH_LENGTH = 16_000_000;

/** Writes everything again if anything is missing. */
export async function statePart(from: StateLocation, to: StateLocation): Promise<Part> {
  const source = await from.read();
  return {
    name: `configurations and tokens of ${to.name}`,
    source: () => itemsOf(source),
    async *target() {
      yield* itemsOf(await to.read());
    },
    write: () => to.write(source),
  };
}

function* itemsOf({ configurations, state, tokens }: StoredState): Iterable<[string, unknown]> {
  for (const document of configurations) yield [`configuration ${document.id}`, canonical(document)];
  for (const [index, record] of state.log.entries()) yield [`activation ${index + 1}`, canonical(record)];
  for (const token of tokens.issued) yield [`token ${token.jti}`, canonical(token)];
  for (const { jti } of tokens.revoked) yield [`revocation of ${jti}`, jti];
}

/** A database does not keep the order of members. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]));
}

/** Empty for a space that does not exist in the source. Rejects if a backend cannot return the originals. */
export async function spaceParts(name: string, from: WritableBackend, to: WritableBackend): Promise<Part[]> {
  const source = await migratedContent(name, from);
  if (!source) return [];
  const target = (create: boolean) => migratedContent(name, to, { create });
  await target(false);
  return [
    {
      name: `thesaurus of ${name}`,
      source: () => thesaurusIn(source),
      target: async function* () {
        yield* thesaurusIn(await target(false));
      },
      async write() {
        const record = (await source.originals.thesaurus())!;
        const { thesaurus } = (await target(true))!;
        await thesaurus.replaceThesaurus(Readable.from([record]), SERIALIZED_THESAURUS_MEDIA_TYPE);
      },
    },
    {
      name: `documents of ${name}`,
      source: () => documentsIn(source),
      target: async function* () {
        yield* documentsIn(await target(false));
      },
      write: async (isMissing) => copyDocuments(name, source, isMissing, (await target(true))!),
    },
  ];
}

type MigratedContent = Pick<SpaceContent, 'documents'> & {
  [Capability in 'originals' | 'thesaurus']: NonNullable<SpaceContent[Capability]>;
};

async function migratedContent(
  name: string,
  backend: WritableBackend,
  { create = false } = {},
): Promise<MigratedContent | undefined> {
  const content = await backend.content(name, create);
  if (!content) return undefined;
  const { documents, originals, thesaurus } = content;
  if (originals && thesaurus) return { documents, originals, thesaurus };
  throw new Error(`The backend of search space ${name} does not support migration`);
}

async function* thesaurusIn(content: MigratedContent | undefined): AsyncGenerator<[string, unknown]> {
  const record = await content?.originals.thesaurus();
  if (record) yield ['thesaurus', thesaurusDigest(record)];
}

async function* documentsIn(content: MigratedContent | undefined): AsyncGenerator<[string, unknown]> {
  for await (const document of content?.originals.all() ?? []) yield [document.id, document];
}

async function copyDocuments(
  space: string,
  { originals }: MigratedContent,
  isMissing: (id: string) => boolean,
  to: MigratedContent,
): Promise<void> {
  let [batch, length]: [DocumentInput[], number] = [[], 0];
  const write = async () => {
    const [first] = (await to.documents.put(batch)).refused;
    if (first) throw new Error(`${space}: ${batch[first.index]!.id} was rejected: ${first.message}`);
    [batch, length] = [[], 0];
  };
  for await (const document of originals.all()) {
    if (!isMissing(document.id)) continue;
    batch.push(document);
    length += documentLength(document);
    if (batch.length >= MAX_BATCH_DOCUMENTS || length >= MAX_BATCH_LENGTH) await write();
  }
  if (batch.length > 0) await write();
}
