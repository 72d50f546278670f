/**
 * Lives through a life of a space, and asks it the same as a new space that holds only what is left: the documents, in any
 * order, and the thesaurus. Nothing in any answer may tell the two apart.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type DocumentInput, QueryError, type WritableSpace } from '../../src/api.ts';
import { openSpace } from '../../src/search-space.ts';
import { spaceFiles } from '../../src/storage/space-files.ts';
import type { LabelledThesaurus, Life, LifeStep } from '../arbitraries/lifetimes.ts';
import { asTurtle } from '../reference-model/thesaurus.ts';
import { offeredBy, withOffered } from './agreement.ts';
import { stream } from './space-histories.ts';

/** Fails where an answer tells what has been in the space before. */
export async function expectSameAsRebuilt(life: Life): Promise<void> {
  const lived = await liveThrough(life.steps);
  try {
    const rebuilt = await rebuild(lived, life);
    try {
      expect(await answersOf(lived.space, life)).toEqual(await answersOf(rebuilt.space, life));
    } finally {
      await forget(rebuilt);
    }
  } finally {
    await forget(lived);
  }
}

interface Living {
  space: WritableSpace;
  directory: string;
}

interface Left extends Living {
  documents: DocumentInput[];
  thesaurus: LabelledThesaurus | undefined;
}

async function begin(directory = mkdtempSync(join(tmpdir(), 'space-'))): Promise<Living> {
  return { directory, space: await openSpace(directory) };
}

async function forget({ space, directory }: Living): Promise<void> {
  await space.close();
  rmSync(directory, { recursive: true });
}

async function liveThrough(steps: LifeStep[]): Promise<Left> {
  let living = await begin();
  const documents = new Map<string, DocumentInput>();
  let thesaurus: LabelledThesaurus | undefined;
  for (const step of steps) {
    if ('put' in step || 'again' in step) {
      const given = 'put' in step ? step.put : changed([...documents.values()], step.again);
      await living.space.put(given);
      for (const each of given) documents.set(each.id, each);
    } else if ('oneByOne' in step) {
      for (const each of step.oneByOne) {
        await living.space.put([each]);
        documents.set(each.id, each);
      }
    } else if ('delete' in step) {
      for (const id of step.delete) expect(await living.space.delete(id)).toBe(documents.delete(id));
    } else if ('thesaurus' in step) {
      thesaurus = step.thesaurus;
      await name(living.space, thesaurus);
    } else living = await reopened(living, step.reopen);
  }
  return { ...living, documents: [...documents.values()], thesaurus };
}

const mostChanged = 4;

function changed(
  documents: DocumentInput[],
  { from, changes }: { from: number; changes: Partial<DocumentInput> },
): DocumentInput[] {
  const begin = from % Math.max(1, documents.length);
  return documents.slice(begin, begin + mostChanged).map((each) => ({ ...each, ...changes }));
}

async function reopened(
  { space, directory }: Living,
  how: Extract<LifeStep, { reopen: unknown }>['reopen'],
): Promise<Living> {
  if (how !== 'crashed') {
    await space.close();
    if (how === 'rebuilt') rmSync(spaceFiles(directory).index, { recursive: true });
    return begin(directory);
  }
  // The process ends without closing: what is on the disk is opened elsewhere.
  const elsewhere = mkdtempSync(join(tmpdir(), 'space-'));
  cpSync(directory, elsewhere, { recursive: true });
  await forget({ space, directory });
  return begin(elsewhere);
}

async function name(space: WritableSpace, { thesaurus, language }: LabelledThesaurus): Promise<void> {
  const content = asTurtle(thesaurus).replaceAll('@en', `@${language}`);
  await space.replaceThesaurus(stream(content), 'text/turtle');
}

async function rebuild(
  { documents, thesaurus }: Left,
  { order, thesaurusFirst }: Pick<Life, 'order' | 'thesaurusFirst'>,
): Promise<Living> {
  const rebuilt = await begin();
  const inOrder = documents
    .map((document, i) => ({ document, place: order[i]! }))
    .sort((one, other) => one.place - other.place)
    .map(({ document }) => document);
  if (thesaurus && thesaurusFirst) await name(rebuilt.space, thesaurus);
  await rebuilt.space.put(inOrder);
  if (thesaurus && !thesaurusFirst) await name(rebuilt.space, thesaurus);
  return rebuilt;
}

async function answersOf(space: WritableSpace, { questions, suggestions }: Life) {
  // Notices tell what has happened.
  const { languages, notices: _, ...described } = await space.describe();
  const answers: unknown[] = [{ ...described, languages: languages.toSorted() }];
  const offered = await offeredBy(space);
  for (const asked of questions) {
    const documentFacets = asked.documentFacets.filter((field) => offered.has(field));
    const question = { ...withOffered(asked, offered), documentFacets };
    answers.push([question, await answer(space.search(question))]);
  }
  for (const asked of suggestions) answers.push([asked, await answer(space.suggest(asked))]);
  return answers;
}

/** What is refused is answered by why. */
async function answer(asked: Promise<unknown>): Promise<unknown> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof QueryError) return error.code;
    throw error;
  }
}
