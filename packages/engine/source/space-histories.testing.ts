/**
 * Lives through histories of a space; each answer along them is compared with that of looking at every document. A question
 * asked while something is written has the answer from before or the one from afterwards, and none in between.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import { facetValueOf } from './index/document.ts';
import {
  inOrder,
  type NaiveAnswer,
  type NaiveSpace,
  naiveSearch,
  newestFirst,
} from './naive-space.testing.ts';
import { asTurtle, type NaiveThesaurus } from './naive-thesaurus.testing.ts';
import { Met } from './naive-words.testing.ts';
import type { DocumentInput, SearchAnswer, SearchQuestion, WritableSpace } from './questions.ts';
import type { History, Spread } from './random-histories.testing.ts';
import { conceptFields } from './random-questions.testing.ts';
import { openSpace } from './space.ts';
import { SnapshotFolder } from './storage/snapshot.ts';
import { filesOf } from './storage/space-files.ts';
import { fold } from './text/fold.ts';
import { words } from './text/words.ts';
import { openThesaurusRecord, readThesaurus } from './thesaurus/stored.ts';

/** Few, so that questions are answered at many moments of a write. */
const stretch = 3;

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
    openSpace(directory, { settings: given, stretch, onWarning: (message) => warnings.push(message) });
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
      compareMeanwhile(question, seen, before, naive);
      await compare(space, asked, naive);
    }
    expect(warnings.filter((warning) => !warning.startsWith('There is no snapshot'))).toEqual([]);
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

async function naiveThesaurus(given: NaiveThesaurus): Promise<Pick<NaiveSpace, 'thesaurus' | 'known'>> {
  const { record } = await readThesaurus(stream(asTurtle(given)), 'text/turtle');
  return { thesaurus: given, known: openThesaurusRecord(record) };
}

function meet(met: Met, document: DocumentInput): void {
  met.meet(document);
  for (const [name, given] of Object.entries(document)) {
    if (['id', 'title', 'description', 'text', 'subjects', 'date'].includes(name)) continue;
    for (const each of Array.isArray(given) ? given : [given]) {
      const found = facetValueOf(each, name);
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

async function offeredBy(space: WritableSpace): Promise<ReadonlySet<string>> {
  const { facets } = await space.describe();
  return new Set([...conceptFields, ...facets.map(({ field }) => field)]);
}

/** All that a space says to a question, and how many documents it says it has at that moment. */
interface Seen {
  answer: SearchAnswer;
  documents: number;
}

async function ask(space: WritableSpace, question: SearchQuestion): Promise<Seen> {
  const whole = { ...question, start: 0, count: 1000 };
  const [answer, { documents }] = await Promise.all([space.search(whole), space.describe()]);
  return { answer, documents };
}

/** Gathers what is answered until the work is done. */
async function asking<Result>(work: Promise<Result>, asked: () => Promise<Seen>, seen: Seen[]) {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    seen.push(await asked());
    await nextTurn();
  }
  return done;
}

interface Expectation {
  answer: NaiveAnswer;
  documents: DocumentInput[];
}

function expectation(question: SearchQuestion, naive: NaiveSpace): Expectation {
  return { answer: naiveSearch(question, naive), documents: naive.documents };
}

/** Fails where an answer is neither the one from before nor that of the space as it is now. */
function compareMeanwhile(question: SearchQuestion, seen: Seen[], before: Expectation, naive: NaiveSpace) {
  const different = new Map(seen.map((each) => [JSON.stringify(each), each]));
  if (different.size === 0) return;
  const after = expectation(question, naive);
  for (const each of different.values()) {
    try {
      compareWhole(question, each, before);
    } catch {
      compareWhole(question, each, after);
    }
  }
}

async function compare(space: WritableSpace, asked: SearchQuestion, naive: NaiveSpace): Promise<void> {
  const question = withOffered(asked, await offeredBy(space));
  const whole = await ask(space, question);
  compareWhole(question, whole, expectation(question, naive));
  const { total, facets, suggestion, documents } = await space.search(question);
  const page = whole.answer.documents.slice(question.start, question.start + question.count);
  expect({ total, facets, suggestion, documents }).toEqual({
    total: whole.answer.total,
    facets: whole.answer.facets,
    suggestion: whole.answer.suggestion,
    documents: page,
  });
}

function compareWhole(question: SearchQuestion, { answer, documents: count }: Seen, expected: Expectation) {
  const { total, facets, scores: expectedScores, corrections } = expected.answer;
  expect({ documents: count, total: answer.total, facets: answer.facets }).toEqual({
    documents: expected.documents.length,
    total,
    facets,
  });
  compareSuggestion(question.input, answer.suggestion, corrections);
  const order = answer.documents.map(({ id }) => id);
  for (const { id, score } of answer.documents) expect(score).toBeCloseTo(expectedScores.get(id)!, 3);
  const result = expected.documents.filter(({ id }) => expectedScores.has(id));
  if (question.sort.field !== 'relevance') {
    expect(order).toEqual(inOrder(result, question.sort));
    return;
  }
  // Scores are compared above; here, that equal ones stand in the order of ties.
  const scores = new Map(answer.documents.map(({ id, score }) => [id, score]));
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
