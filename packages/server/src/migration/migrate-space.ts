/** The content of a search space, its thesaurus and documents, as it is moved from one backend to another. */
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type DocumentInput, thesaurusRecordType } from '@semantic-search/engine';
import type { Originals, SpaceContent, WritableBackend } from '../backends/backend.ts';
import { lengthOf } from '../content/document-size.ts';
import { compare, objections } from './compare-locations.ts';
import { fingerprint, isSame } from './fingerprint.ts';
import { type Move, type Moved, movedPart } from './migrate.ts';

/** Documents in one step, or so long texts, in UTF-16 units. */
const batchSize = 500;
const batchLength = 16_000_000;

/** Rejects where either side cannot give back what it keeps. Nothing is moved where there is no such space. */
export async function moveOfSpace(name: string, from: WritableBackend, to: WritableBackend): Promise<Move> {
  const source = await from.content(name, false);
  if (!source) return { objections: [], carryOut: async () => [] };
  const given = movable(name, source);
  const target = await to.content(name, false);
  const there = target && movable(name, target);
  const found = { from: await thesaurusOf(given.originals), to: await thesaurusOf(there?.originals) };
  const isFree = found.to.count === 0 || isSame(found.from, found.to);
  const documents = await compare(byId(given.originals.all()), byId(there?.originals.all() ?? []));

  async function carryOut(): Promise<Moved[]> {
    const written = movable(name, (await to.content(name, true))!);
    const thesaurus = await movedPart(`${name}: thesaurus`, found, async () => {
      const record = (await given.originals.thesaurus())!;
      await written.thesaurus.replaceThesaurus(Readable.from([record]), thesaurusRecordType);
      return thesaurusOf(written.originals);
    });
    const all = await movedPart(`${name}: documents`, documents, async () => {
      await write(name, given.originals, documents.isMissing, written.documents);
      return fingerprint(written.originals.all());
    });
    return [thesaurus, all];
  }

  return {
    objections: [
      ...(isFree ? [] : [`${name}: the thesaurus there is another one`]),
      ...objections(`documents of ${name}`, documents),
    ],
    carryOut,
  };
}

function movable(name: string, { originals, documents, thesaurus }: SpaceContent) {
  if (originals && thesaurus) return { originals, documents, thesaurus };
  throw new Error(`The search space ${name} lives where its content cannot be moved`);
}

async function thesaurusOf(originals: Originals | undefined) {
  const record = await originals?.thesaurus();
  return fingerprint(record ? [hash('sha256', record, 'hex')] : []);
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
    if (first) throw new Error(`${name}: ${some[first.index]!.id} was refused: ${first.message}`);
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
    length += lengthOf(document);
    if (some.length < batchSize && length < batchLength) continue;
    yield some;
    [some, length] = [[], 0];
  }
  if (some.length > 0) yield some;
}
