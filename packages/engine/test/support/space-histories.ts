/**
 * Replays histories of a search space and compares each result with the reference model.
 *
 * Queries during a write must return the result of the state before or after it.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserializeThesaurus, parseThesaurus } from '@semantic-search/query';
import { expect, vi } from 'vitest';
import { openSpace } from '../../src/search-space.ts';
import { spaceFiles } from '../../src/storage/space-files.ts';
import type { DocumentInput } from '../../src/writable-space.ts';
import type { History, SegmentedWrites } from '../arbitraries/histories.ts';
import { CorpusTerms } from '../reference-model/corpus-terms.ts';
import type { ReferenceSpace } from '../reference-model/search-space.ts';
import { asTurtle, type ReferenceThesaurus } from '../reference-model/thesaurus.ts';
import {
  compare,
  compareDuring,
  expectation,
  knownFacets,
  type Observation,
  observe,
  observeDuring,
  withKnownFacets,
} from './comparison.ts';

/** Fails if a result depends on the number of writes, and thereby on the segmentation. */
export async function expectSameAcrossSegments({
  settings: given,
  ranking,
  thesaurus: known,
  documents,
  cuts,
  queries,
}: SegmentedWrites) {
  const bounds = [0, ...cuts.map((cut) => cut % documents.length).sort((a, b) => a - b), documents.length];
  const batches = bounds.slice(1).map((end, i) => documents.slice(bounds[i], end));
  const results = [await resultsOver([documents]), await resultsOver(batches)];
  expect(results[1]).toEqual(results[0]);

  async function resultsOver(writings: DocumentInput[][]) {
    const directory = mkdtempSync(join(tmpdir(), 'space-'));
    const space = await openSpace(directory, { settings: given });
    await space.replaceRanking(ranking);
    await space.replaceThesaurus(stream(asTurtle(known)), 'text/turtle');
    for (const each of writings) await space.put(each);
    const knownFields = await knownFacets(space);
    const found: unknown[] = [];
    for (const generated of queries) found.push(await space.search(withKnownFacets(generated, knownFields)));
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

/** Fails at the first result that differs from the reference model. */
export async function replayHistory({ settings: given, ranking, first, steps }: History): Promise<void> {
  let [directory, now] = [mkdtempSync(join(tmpdir(), 'space-')), 0];
  // Each look at the clock ends a slice of work, so that queries run at many points of a write.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  const warnings: string[] = [];
  const open = () =>
    openSpace(directory, {
      settings: given,
      // The words of deleted documents do not count.
      maxDeletedShare: 0,
      onWarning: (message) => warnings.push(message),
    });
  let space = await open();
  await space.replaceRanking(ranking);
  // In the order of the last write.
  const documents = new Map<string, DocumentInput>();
  const put = (document: DocumentInput) => {
    documents.delete(document.id);
    documents.set(document.id, document);
  };
  let reference: ReferenceSpace = {
    ...(await referenceThesaurus(first)),
    documents: [],
    corpus: new CorpusTerms([]),
    settings: given,
    ranking,
  };
  try {
    await space.replaceThesaurus(stream(asTurtle(first)), 'text/turtle');
    for (const [each, generated] of steps) {
      const query = withKnownFacets(generated, await knownFacets(space));
      const before = expectation(query, reference);
      const observations: Observation[] = [];
      const written = <Result>(work: Promise<Result>) =>
        observeDuring(work, () => observe(space, query), observations);
      if ('put' in each || 'again' in each) {
        const given = 'put' in each ? each.put : inAnotherLanguage([...documents.values()], each.again);
        expect((await written(space.put(given))).refused).toEqual([]);
        given.forEach(put);
      } else if ('delete' in each) {
        expect(await written(space.delete(each.delete))).toBe(documents.delete(each.delete));
      } else if ('thesaurus' in each) {
        await written(space.replaceThesaurus(stream(asTurtle(each.thesaurus)), 'text/turtle'));
        reference = { ...reference, ...(await referenceThesaurus(each.thesaurus)) };
      } else {
        const previous = directory;
        if ('crash' in each) {
          directory = mkdtempSync(join(tmpdir(), 'space-'));
          cpSync(previous, directory, { recursive: true });
        }
        await space.close();
        if ('crash' in each) rmSync(previous, { recursive: true });
        if ('rebuild' in each) rmSync(spaceFiles(directory).index, { recursive: true });
        space = await open();
      }
      const left = [...documents.values()];
      reference = { ...reference, documents: left, corpus: new CorpusTerms(left) };
      compareDuring(query, observations, before, reference);
      await compare(space, generated, reference);
    }
    expect(warnings.filter((warning) => !warning.startsWith('The index has no snapshot'))).toEqual([]);
  } finally {
    clock.mockRestore();
    await space.close();
    rmSync(directory, { recursive: true });
  }
}

const MAX_REWRITTEN = 5;

function inAnotherLanguage(
  documents: DocumentInput[],
  { from, language }: { from: number; language: string },
) {
  const begin = from % Math.max(1, documents.length);
  return documents.slice(begin, begin + MAX_REWRITTEN).map((each) => ({ ...each, language }));
}

export async function* stream(content: string) {
  yield content;
}

async function referenceThesaurus(
  given: ReferenceThesaurus,
): Promise<Pick<ReferenceSpace, 'thesaurus' | 'indexed'>> {
  const { record } = await parseThesaurus(stream(asTurtle(given)), 'text/turtle');
  return { thesaurus: given, indexed: deserializeThesaurus(record) };
}
