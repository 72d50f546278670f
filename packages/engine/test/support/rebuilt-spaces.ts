/**
 * Comparison of a search space after many writes with a new space of the remaining documents.
 *
 * All results must be equal, whatever the order in which the new space is written.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { QueryError } from '../../src/api.ts';
import { openSpace } from '../../src/search-space.ts';
import { spaceFiles } from '../../src/storage/space-files.ts';
import type { DocumentInput, WritableSpace } from '../../src/writable-space.ts';
import type { LabelledThesaurus, Lifetime, LifetimeStep } from '../arbitraries/lifetimes.ts';
import { asTurtle } from '../reference-model/thesaurus.ts';
import { knownFacets, withKnownFacets } from './comparison.ts';
import { stream } from './space-histories.ts';

/** Fails if a result depends on previous contents of the space. */
export async function expectSameAsRebuilt(lifetime: Lifetime): Promise<void> {
  const replayed = await replay(lifetime.steps);
  try {
    const rebuilt = await rebuild(replayed, lifetime);
    try {
      expect(await resultsOf(replayed.space, lifetime)).toEqual(await resultsOf(rebuilt.space, lifetime));
    } finally {
      await dispose(rebuilt);
    }
  } finally {
    await dispose(replayed);
  }
}

interface OpenSpace {
  space: WritableSpace;
  directory: string;
}

interface Remaining extends OpenSpace {
  documents: DocumentInput[];
  thesaurus: LabelledThesaurus | undefined;
}

async function open(directory = mkdtempSync(join(tmpdir(), 'space-'))): Promise<OpenSpace> {
  // The words of deleted documents do not count.
  return { directory, space: await openSpace(directory, { maxDeletedShare: 0 }) };
}

async function dispose({ space, directory }: OpenSpace): Promise<void> {
  await space.close();
  rmSync(directory, { recursive: true });
}

async function replay(steps: LifetimeStep[]): Promise<Remaining> {
  let current = await open();
  const documents = new Map<string, DocumentInput>();
  let thesaurus: LabelledThesaurus | undefined;
  for (const step of steps) {
    if ('put' in step || 'again' in step) {
      const given = 'put' in step ? step.put : changed([...documents.values()], step.again);
      await current.space.put(given);
      for (const each of given) documents.set(each.id, each);
    } else if ('oneByOne' in step) {
      for (const each of step.oneByOne) {
        await current.space.put([each]);
        documents.set(each.id, each);
      }
    } else if ('delete' in step) {
      for (const id of step.delete) expect(await current.space.delete(id)).toBe(documents.delete(id));
    } else if ('thesaurus' in step) {
      thesaurus = step.thesaurus;
      await name(current.space, thesaurus);
    } else current = await reopened(current, step.reopen);
  }
  return { ...current, documents: [...documents.values()], thesaurus };
}

const MAX_CHANGED = 4;

function changed(
  documents: DocumentInput[],
  { from, changes }: { from: number; changes: Partial<DocumentInput> },
): DocumentInput[] {
  const open = from % Math.max(1, documents.length);
  return documents.slice(open, open + MAX_CHANGED).map((each) => ({ ...each, ...changes }));
}

async function reopened(
  { space, directory }: OpenSpace,
  how: Extract<LifetimeStep, { reopen: unknown }>['reopen'],
): Promise<OpenSpace> {
  if (how !== 'crashed') {
    await space.close();
    if (how === 'rebuilt') rmSync(spaceFiles(directory).index, { recursive: true });
    return open(directory);
  }
  // The process ends without closing: a copy of the files is opened.
  const copy = mkdtempSync(join(tmpdir(), 'space-'));
  cpSync(directory, copy, { recursive: true });
  await dispose({ space, directory });
  return open(copy);
}

async function name(space: WritableSpace, { thesaurus, language }: LabelledThesaurus): Promise<void> {
  const content = asTurtle(thesaurus).replaceAll('@en', `@${language}`);
  await space.replaceThesaurus(stream(content), 'text/turtle');
}

async function rebuild(
  { documents, thesaurus }: Remaining,
  { order, thesaurusFirst }: Pick<Lifetime, 'order' | 'thesaurusFirst'>,
): Promise<OpenSpace> {
  const rebuilt = await open();
  const sorted = documents
    .map((document, i) => ({ document, place: order[i]! }))
    .sort((one, other) => one.place - other.place)
    .map(({ document }) => document);
  if (thesaurus && thesaurusFirst) await name(rebuilt.space, thesaurus);
  await rebuilt.space.put(sorted);
  if (thesaurus && !thesaurusFirst) await name(rebuilt.space, thesaurus);
  return rebuilt;
}

async function resultsOf(space: WritableSpace, { queries, suggestions }: Lifetime) {
  // Notices depend on the history.
  const { languages, notices: _, ...described } = await space.describe();
  const results: unknown[] = [{ ...described, languages: languages.toSorted() }];
  const known = await knownFacets(space);
  for (const each of queries) {
    const documentFacets = each.documentFacets.filter((field) => known.has(field));
    const query = { ...withKnownFacets(each, known), documentFacets };
    results.push([query, await resultOrCode(space.search(query))]);
  }
  for (const each of suggestions) results.push([each, await resultOrCode(space.suggest(each))]);
  return results;
}

/** Returns the error code of rejected queries. */
async function resultOrCode(each: Promise<unknown>): Promise<unknown> {
  try {
    return await each;
  } catch (error) {
    if (error instanceof QueryError) return error.code;
    throw error;
  }
}
