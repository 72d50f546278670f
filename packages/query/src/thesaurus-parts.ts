/** Named parts of a thesaurus, and the whole that is built from them; parts never change each other. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { MAIN_PART, QueryError, type ThesaurusPart } from './api.ts';
import { copyToSharedMemory, decodeRecord, encodeRecord } from './collections/binary-format.ts';
import { textAt } from './collections/shared-arrays.ts';
import { readThesaurusRecord, type StoredPart, serializeThesaurus } from './indexed-thesaurus.ts';
import { buildThesaurus } from './thesaurus/skos/skos-builder.ts';
import { SkosCollector } from './thesaurus/skos/skos-collector.ts';
import { thesaurusStatements } from './thesaurus/skos/thesaurus-statements.ts';
import { openThesaurus, type ThesaurusData } from './thesaurus/thesaurus.ts';

/** Maximum number of parts: each change builds the thesaurus again from all parts. */
const MAX_PARTS = 50;

/** The record of a thesaurus with parts to add or replace, or the name of a part to remove. */
export type ThesaurusChange = { record: Uint8Array } | { removed: string };

/** Parts of a stored record, `main` first, then by name. */
export function thesaurusParts(record: Uint8Array | undefined): ThesaurusPart[] {
  if (record === undefined) return [];
  return readThesaurusRecord(record).parts.map(({ outside: _, data: __, ...part }) => part);
}

/** Record of the changed thesaurus. Throws `invalid-thesaurus` for too many parts, or if a part is probably cut off. */
export function changeThesaurus(current: Uint8Array | undefined, change: ThesaurusChange): Uint8Array {
  const previous = partsWithData(current);
  if ('removed' in change) return combine(previous.filter(({ part }) => part.name !== change.removed));
  const changed = partsWithData(change.record);
  for (const part of changed) requireWhole(part, previous);
  const otherParts = previous.filter(({ part }) => !changed.some((other) => other.part.name === part.name));
  if (otherParts.length === 0) return change.record;
  const parts = [...otherParts, ...changed].sort(comparePartNames);
  if (parts.length > MAX_PARTS)
    throw new QueryError('invalid-thesaurus', `A thesaurus can have at most ${MAX_PARTS} parts.`);
  return combine(parts);
}

interface PartWithData {
  part: StoredPart;
  data: ThesaurusData;
}

/** Minimum loss that counts as cut off: an editor may remove the newest concepts, which often end a file. */
const MIN_LOST = 3;
const MIN_LOST_SHARE = 0.1;

/**
 * Throws if a part is probably cut off: it has no new concept, and refers to missing ones or equals the start of the
 * previous part. Turtle and N-Triples that end between two statements are valid, so the parser cannot notice the loss.
 */
function requireWhole({ part, data }: PartWithData, previous: readonly PartWithData[]): void {
  const replaced = previous.find((candidate) => candidate.part.name === part.name);
  if (!replaced) return;
  const [before, after] = [conceptUris(replaced.data), conceptUris(data)];
  const lostUris = new Set(before);
  for (const uri of after) lostUris.delete(uri);
  const hasNewConcepts = after.length + lostUris.size > before.length;
  if (hasNewConcepts) return;
  // Concepts of other parts are not lost.
  for (const other of previous)
    if (other !== replaced) for (const uri of conceptUris(other.data)) lostUris.delete(uri);
  const missingUri = part.outside.flatMap(([from, , to]) => [from, to]).find((uri) => lostUris.has(uri));
  const loss = `The content seems to be cut off: ${lostUris.size} concepts of the current thesaurus are missing.`;
  const cutOff = (reason: string) =>
    new QueryError('invalid-thesaurus', `${loss} ${reason} first if this is intended.`);
  if (missingUri)
    throw cutOff(`It refers to ${missingUri}, which it does not contain. Remove the relations to it`);
  const isBeginning = after.every((uri, i) => uri === before[i]);
  if (isBeginning && lostUris.size >= Math.max(MIN_LOST, before.length * MIN_LOST_SHARE))
    throw cutOff(`It is the beginning of the current part. Remove the part ${part.name}`);
}

function conceptUris({ uris, size }: ThesaurusData): string[] {
  return Array.from({ length: size }, (_, i) => textAt(uris, i));
}

/** Labels of `main` stay preferred, if other parts have the same concepts. */
function comparePartNames({ part: a }: PartWithData, { part: b }: PartWithData): number {
  if (a.name === MAIN_PART || b.name === MAIN_PART) return a.name === MAIN_PART ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

function combine(parts: PartWithData[]): Uint8Array {
  const [first] = parts;
  if (first && parts.length === 1) {
    const { data: _, ...part } = first.part;
    return serializeThesaurus(openThesaurus(first.data), [part]);
  }
  const collector = new SkosCollector();
  for (const { part, data } of parts)
    for (const statement of thesaurusStatements(data, part.outside)) collector.add(statement);
  const storedParts = parts.map(({ part, data }) => ({ ...part, data: part.data ?? compress(data) }));
  return serializeThesaurus(buildThesaurus(collector).thesaurus, storedParts);
}

/** The data of each part; none without a record. */
export function partsWithData(bytes: Uint8Array | undefined): PartWithData[] {
  if (bytes === undefined) return [];
  const { parts, data } = readThesaurusRecord(bytes);
  return parts.map((part) => ({ part, data: part.data ? decompress(part.data) : data }));
}

function compress(data: ThesaurusData): Uint8Array {
  // A Buffer would be written as JSON.
  return new Uint8Array(zstdCompressSync(Buffer.concat(encodeRecord(data))));
}

function decompress(bytes: Uint8Array): ThesaurusData {
  return decodeRecord(copyToSharedMemory(zstdDecompressSync(Buffer.from(bytes)))) as ThesaurusData;
}
