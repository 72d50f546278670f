/** Lives through histories of a space; each answer along them is compared with that of looking at every document. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { facetValueOf } from './index/document.ts';
import { inOrder, type NaiveSpace, naiveSearch, newestFirst } from './naive-space.testing.ts';
import { asTurtle, type NaiveThesaurus } from './naive-thesaurus.testing.ts';
import { Met } from './naive-words.testing.ts';
import type { DocumentInput, SearchQuestion, WritableSpace } from './questions.ts';
import type { History, Spread } from './random-histories.testing.ts';
import { conceptFields } from './random-questions.testing.ts';
import { openSpace } from './space.ts';
import { SnapshotFolder } from './storage/snapshot.ts';
import { filesOf } from './storage/space-files.ts';
import { fold } from './text/fold.ts';
import { words } from './text/words.ts';
import { openThesaurusRecord, readThesaurus } from './thesaurus/stored.ts';

/** Fails where an answer differs between documents written at once and the same ones in several segments. */
export async function answerAlike({ settings: given, thesaurus: known, documents, cuts, questions }: Spread) {
  const bounds = [0, ...cuts.map((cut) => cut % documents.length).sort((a, b) => a - b), documents.length];
  const batches = bounds.slice(1).map((end, i) => documents.slice(bounds[i], end));
  const answers = [await answersOver([documents]), await answersOver(batches)];
  expect(answers[1]).toEqual(answers[0]);

  async function answersOver(writings: DocumentInput[][]) {
    const directory = mkdtempSync(join(tmpdir(), 'space-'));
    const space = await openSpace(directory, { settings: given });
    await space.replaceThesaurus(stream(asTurtle(known)), 'text/turtle');
    for (const each of writings) await space.put(each);
    const { facets } = await space.describe();
    const offered = new Set([...conceptFields, ...facets.map(({ field }) => field)]);
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
    openSpace(directory, { settings: given, onWarning: (message) => warnings.push(message) });
  let space = await open();
  // In the order of their last writing.
  const documents = new Map<string, DocumentInput>();
  /** What the index was made of, by key: whatever was written since it was begun, also what is gone by now. */
  let indexed: [key: number, document: DocumentInput][] = [];
  let lastKey = 0;
  const put = (document: DocumentInput) => {
    documents.delete(document.id);
    documents.set(document.id, document);
    indexed.push([++lastKey, document]);
    meet(naive.met, document);
  };
  /** What is not in the snapshot is indexed from the documents that are there. */
  const openAgain = async () => {
    const saved = new SnapshotFolder(filesOf(directory).index).manifest()?.key ?? 0;
    indexed = indexed.filter(([key, document]) => key <= saved || documents.get(document.id) === document);
    naive = { ...naive, met: new Met() };
    for (const [, document] of indexed) meet(naive.met, document);
    space = await open();
  };
  let naive: NaiveSpace = {
    ...(await naiveThesaurus(first)),
    documents: [],
    met: new Met(),
    settings: given,
  };
  try {
    await space.replaceThesaurus(stream(asTurtle(first)), 'text/turtle');
    for (const [each, asked] of steps) {
      if ('put' in each) {
        expect((await space.put(each.put)).refused).toEqual([]);
        each.put.forEach(put);
      } else if ('delete' in each) {
        expect(await space.delete(each.delete)).toBe(documents.delete(each.delete));
      } else if ('thesaurus' in each) {
        await space.replaceThesaurus(stream(asTurtle(each.thesaurus)), 'text/turtle');
        naive = { ...naive, ...(await naiveThesaurus(each.thesaurus)) };
      } else {
        const left = directory;
        if ('crash' in each) {
          directory = mkdtempSync(join(tmpdir(), 'space-'));
          cpSync(left, directory, { recursive: true });
        }
        await space.close();
        if ('crash' in each) rmSync(left, { recursive: true });
        if ('rebuild' in each) rmSync(filesOf(directory).index, { recursive: true });
        await openAgain();
      }
      naive = { ...naive, documents: [...documents.values()] };
      await compare(space, asked, naive);
    }
    expect(warnings.filter((warning) => !warning.startsWith('There is no snapshot'))).toEqual([]);
  } finally {
    await space.close();
    rmSync(directory, { recursive: true });
  }
}

export async function* stream(content: string) {
  yield content;
}

async function naiveThesaurus(given: NaiveThesaurus): Promise<Pick<NaiveSpace, 'thesaurus' | 'known'>> {
  const { record } = await readThesaurus(stream(asTurtle(given)), 'text/turtle');
  return { thesaurus: given, known: openThesaurusRecord(record) };
}

function meet(met: Met, document: DocumentInput): void {
  met.meet(document);
  for (const [name, given] of Object.entries(document)) {
    if (['id', 'title', 'description', 'text', 'subjects', 'date'].includes(name)) continue;
    for (const each of Array.isArray(given) ? given : [given]) {
      const found = facetValueOf(each);
      if (found && 'kind' in found && found.kind === 'number') met.plainNumbers.add(name);
    }
  }
}

/** Without facets that the space has not: these are refused. */
function withOffered(asked: SearchQuestion, offered: ReadonlySet<string>): SearchQuestion {
  const isOffered = ({ field }: { field: string }) => offered.has(field);
  return {
    ...asked,
    selected: asked.selected.filter(isOffered),
    excluded: asked.excluded.filter(isOffered),
    facets: asked.facets.filter(isOffered),
  };
}

async function compare(space: WritableSpace, asked: SearchQuestion, naive: NaiveSpace): Promise<void> {
  const { facets: offered } = await space.describe();
  const known = new Set([...conceptFields, ...offered.map(({ field }) => field)]);
  const question = withOffered(asked, known);
  const answer = await space.search(question);
  const expected = naiveSearch(question, naive);
  expect({ total: answer.total, facets: answer.facets }).toEqual({
    total: expected.total,
    facets: expected.facets,
  });
  compareSuggestion(question.input, answer.suggestion, expected.corrections);
  const all = await space.search({ ...question, facets: [], start: 0, count: 1000 });
  expect(answer.documents).toEqual(all.documents.slice(question.start, question.start + question.count));
  const order = all.documents.map(({ id }) => id);
  for (const { id, score } of all.documents) expect(score).toBeCloseTo(expected.scores.get(id)!, 3);
  const result = naive.documents.filter(({ id }) => expected.scores.has(id));
  if (question.sort.field !== 'relevance') {
    expect(order).toEqual(inOrder(result, question.sort));
    return;
  }
  // Scores are compared above; here, that equal ones stand in the order of ties.
  const scores = new Map(all.documents.map(({ id, score }) => [id, score]));
  const sign = question.sort.direction === 'asc' ? 1 : -1;
  const sorted = result.toSorted(
    (one, other) => sign * (scores.get(one.id)! - scores.get(other.id)!) || newestFirst(one, other),
  );
  expect(order).toEqual(sorted.map(({ id }) => id));
}

/** Each word that no document has is replaced by one of the best, all others stay. */
function compareSuggestion(
  asked: string,
  suggestion: string | undefined,
  corrections: Map<string, string> | undefined,
): void {
  const isOffered = (corrections?.size ?? 0) > 0;
  expect(suggestion !== undefined).toBe(isOffered);
  if (suggestion === undefined) return;
  const [before, after] = [words(asked), words(suggestion)].map((all) =>
    all.map(({ text: each }) => fold(each)),
  );
  expect(after).toHaveLength(before!.length);
  before!.forEach((each, i) => {
    const replaced = corrections!.get(each);
    if (replaced !== undefined) expect([replaced, each]).toContain(after![i]);
    else expect(after![i]).toBe(each);
  });
}
