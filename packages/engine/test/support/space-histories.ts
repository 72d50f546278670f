/**
 * Lives through histories of a space; each answer along them is compared with that of looking at every document. A question
 * asked while something is written has the answer from before or the one from afterwards, and none in between.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DocumentInput } from '../../src/api.ts';
import { openSpace } from '../../src/search-space.ts';
import { spaceFiles } from '../../src/storage/space-files.ts';
import { deserializeThesaurus, parseThesaurus } from '../../src/thesaurus/serialization.ts';
import type { History, Spread } from '../arbitraries/histories.ts';
import type { ReferenceSpace } from '../reference-model/corrections.ts';
import { Met } from '../reference-model/occurrences.ts';
import { asTurtle, type ReferenceThesaurus } from '../reference-model/thesaurus.ts';
import {
  ask,
  asking,
  compare,
  compareMeanwhile,
  expectation,
  offeredBy,
  type Seen,
  withOffered,
} from './agreement.ts';

/** Few, so that questions are answered at many moments of a write. */
const stretch = 3;

/** Fails where an answer differs between documents written at once and the same ones in several segments. */
export async function expectSameAcrossSegments({
  settings: given,
  thesaurus: known,
  documents,
  cuts,
  questions,
}: Spread) {
  const bounds = [0, ...cuts.map((cut) => cut % documents.length).sort((a, b) => a - b), documents.length];
  const batches = bounds.slice(1).map((end, i) => documents.slice(bounds[i], end));
  const answers = [await answersOver([documents]), await answersOver(batches)];
  expect(answers[1]).toEqual(answers[0]);

  async function answersOver(writings: DocumentInput[][]) {
    const directory = mkdtempSync(join(tmpdir(), 'space-'));
    const space = await openSpace(directory, { settings: given });
    await space.replaceThesaurus(stream(asTurtle(known)), 'text/turtle');
    for (const each of writings) await space.put(each);
    const offered = await offeredBy(space);
    const found: unknown[] = [];
    for (const asked of questions) found.push(await space.search(withOffered(asked, offered)));
    const related = { id: documents[0]!.id, count: 7, documentFacets: [], summaryLength: 0 };
    for (const plugin of ['combined', 'concepts', 'text'])
      found.push(await space.similar({ ...related, plugin }));
    for (const plugin of ['related-concepts', 'same-topic-newer'])
      found.push(await space.recommend({ ...related, plugin }));
    await space.close();
    rmSync(directory, { recursive: true });
    return found;
  }
}

/** Lives through a history, and fails at the first answer that is not what looking at every document says. */
export async function liveThrough({ settings: given, first, steps }: History): Promise<void> {
  let directory = mkdtempSync(join(tmpdir(), 'space-'));
  const warnings: string[] = [];
  const open = () =>
    openSpace(directory, {
      settings: given,
      batchSize: stretch,
      onWarning: (message) => warnings.push(message),
    });
  let space = await open();
  // In the order of their last writing.
  const documents = new Map<string, DocumentInput>();
  const put = (document: DocumentInput) => {
    documents.delete(document.id);
    documents.set(document.id, document);
  };
  let naive: ReferenceSpace = {
    ...(await naiveThesaurus(first)),
    documents: [],
    met: new Met([]),
    settings: given,
  };
  try {
    await space.replaceThesaurus(stream(asTurtle(first)), 'text/turtle');
    for (const [each, asked] of steps) {
      const question = withOffered(asked, await offeredBy(space));
      const before = expectation(question, naive);
      const seen: Seen[] = [];
      const written = <Result>(work: Promise<Result>) => asking(work, () => ask(space, question), seen);
      if ('put' in each || 'again' in each) {
        const given = 'put' in each ? each.put : inAnotherLanguage([...documents.values()], each.again);
        expect((await written(space.put(given))).refused).toEqual([]);
        given.forEach(put);
      } else if ('delete' in each) {
        expect(await written(space.delete(each.delete))).toBe(documents.delete(each.delete));
      } else if ('thesaurus' in each) {
        await written(space.replaceThesaurus(stream(asTurtle(each.thesaurus)), 'text/turtle'));
        naive = { ...naive, ...(await naiveThesaurus(each.thesaurus)) };
      } else {
        const former = directory;
        if ('crash' in each) {
          directory = mkdtempSync(join(tmpdir(), 'space-'));
          cpSync(former, directory, { recursive: true });
        }
        await space.close();
        if ('crash' in each) rmSync(former, { recursive: true });
        if ('rebuild' in each) rmSync(spaceFiles(directory).index, { recursive: true });
        space = await open();
      }
      const left = [...documents.values()];
      naive = { ...naive, documents: left, met: new Met(left) };
      compareMeanwhile(question, seen, before, naive);
      await compare(space, asked, naive);
    }
    expect(warnings.filter((warning) => !warning.startsWith('The index has no snapshot'))).toEqual([]);
  } finally {
    await space.close();
    rmSync(directory, { recursive: true });
  }
}

const mostAgain = 5;

function inAnotherLanguage(
  documents: DocumentInput[],
  { from, language }: { from: number; language: string },
) {
  const begin = from % Math.max(1, documents.length);
  return documents.slice(begin, begin + mostAgain).map((each) => ({ ...each, language }));
}

export async function* stream(content: string) {
  yield content;
}

async function naiveThesaurus(
  given: ReferenceThesaurus,
): Promise<Pick<ReferenceSpace, 'thesaurus' | 'known'>> {
  const { record } = await parseThesaurus(stream(asTurtle(given)), 'text/turtle');
  return { thesaurus: given, known: deserializeThesaurus(record) };
}
