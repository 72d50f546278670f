/**
 * Moves everything from one place to another and proves it: what was written is read back and compared by count and
 * checksum. What is there already is left alone, so that a migration that broke off can be run again.
 */

import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type DocumentInput, thesaurusRecordType } from '@semantic-search/engine';
import type { ContentBackend, Originals } from '../backends/port.ts';
import { type Fingerprint, fingerprint, isSame } from './fingerprint.ts';
import type { KeptTokens, Place } from './place.ts';

/** A part of the state, as it is in both places after it was moved. */
export interface Moved {
  part: string;
  from: Fingerprint;
  to: Fingerprint;
  /** It was there already. */
  already: boolean;
}

/** Rejects where the target has changes of its own. */
export async function moveState(from: Place, to: Place): Promise<Moved[]> {
  const lines = await from.changes();
  const there = await to.changes();
  const changed = { from: await fingerprint(lines), to: await fingerprint(there) };
  const already = isSame(changed.from, changed.to);
  if (!already) {
    if (there.length > 0) {
      throw new Error(`There are configurations in ${to.name} that are not those of ${from.name}`);
    }
    await to.putChanges(lines);
    changed.to = await fingerprint(await to.changes());
  }
  return [{ part: 'changes of configurations', ...changed, already }, ...(await moveTokens(from, to))];
}

async function moveTokens(from: Place, to: Place): Promise<Moved[]> {
  const given = inForce(await from.tokens());
  const before = inForce(await to.tokens());
  await to.putTokens(given);
  const after = inForce(await to.tokens());
  const part = async (name: string, read: (tokens: KeptTokens) => unknown[]): Promise<Moved> => ({
    part: name,
    from: await fingerprint(read(given)),
    to: await fingerprint(read(after)),
    already: read(before).length === read(after).length,
  });
  return [
    await part('issued tokens', ({ issued }) => issued.map((token) => Object.entries(token).sort())),
    await part('revoked tokens', ({ revoked }) => revoked),
  ];
}

/** A token that has ended is worth nothing; a revocation stays. */
function inForce({ issued, revoked }: KeptTokens): KeptTokens {
  return { issued: issued.filter(({ expires }) => Date.parse(expires) > Date.now()), revoked };
}

/** Documents in one step. */
const batch = 500;

/** Rejects where either side cannot give back what it keeps. Resolves to nothing where there is no such space. */
export async function moveSpace(name: string, from: ContentBackend, to: ContentBackend): Promise<Moved[]> {
  const source = await from.content(name, false);
  if (!source) return [];
  const target = (await to.content(name, true))!;
  const { originals } = source;
  if (!originals || !target.originals || !target.thesaurus) {
    throw new Error(`The search space ${name} lives where its content cannot be moved`);
  }
  const record = await originals.thesaurus();
  const thesaurus = await thesaurusPart(name, originals, target.originals);
  if (!thesaurus.already && record) {
    await target.thesaurus.replaceThesaurus(Readable.from([record]), thesaurusRecordType);
    thesaurus.to = await thesaurusOf(target.originals);
  }
  const documents = await documentsPart(name, originals, target.originals);
  if (!documents.already) {
    for await (const some of batches(originals.all())) {
      const { refused } = await target.documents.put(some);
      const [first] = refused;
      if (first) throw new Error(`${name}: ${some[first.index]!.id} was refused: ${first.message}`);
    }
    documents.to = await fingerprint(target.originals.all());
  }
  return [thesaurus, documents];
}

async function thesaurusPart(name: string, from: Originals, to: Originals): Promise<Moved> {
  const found = { from: await thesaurusOf(from), to: await thesaurusOf(to) };
  return { part: `${name}: thesaurus`, ...found, already: isSame(found.from, found.to) };
}

async function thesaurusOf(originals: Originals): Promise<Fingerprint> {
  const record = await originals.thesaurus();
  return fingerprint(record ? [hash('sha256', record, 'hex')] : []);
}

async function documentsPart(name: string, from: Originals, to: Originals): Promise<Moved> {
  const found = { from: await fingerprint(from.all()), to: await fingerprint(to.all()) };
  return { part: `${name}: documents`, ...found, already: isSame(found.from, found.to) };
}

async function* batches(documents: AsyncIterable<DocumentInput>): AsyncIterable<DocumentInput[]> {
  let some: DocumentInput[] = [];
  for await (const document of documents) {
    some.push(document);
    if (some.length < batch) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
