/**
 * Compares what a space answers with what looking at every document says: settled, and while something is written, where
 * it may be the answer from before or the one from afterwards.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import { normalize } from '../../src/analysis/normalizer.ts';
import { tokenize } from '../../src/analysis/tokenizer.ts';
import type { DocumentInput, SearchQuery, SearchResult, WritableSpace } from '../../src/api.ts';
import { conceptFields } from '../arbitraries/queries.ts';
import type { ReferenceSpace } from '../reference-model/corrections.ts';
import { inOrder, newestFirst } from '../reference-model/order.ts';
import { type ReferenceResult, referenceSearch } from '../reference-model/search-space.ts';

/** Without facets that the space has not: these are refused. */
export function withOffered(asked: SearchQuery, offered: ReadonlySet<string>): SearchQuery {
  const isOffered = ({ field }: { field: string }) => offered.has(field);
  return {
    ...asked,
    selected: asked.selected.filter(isOffered),
    excluded: asked.excluded.filter(isOffered),
    facets: asked.facets.filter(isOffered),
  };
}

export async function offeredBy(space: WritableSpace): Promise<ReadonlySet<string>> {
  const { facets } = await space.describe();
  return new Set([...conceptFields, ...facets.map(({ field }) => field)]);
}

/** All that a space says to a question, and how many documents it says it has at that moment. */
export interface Seen {
  answer: SearchResult;
  documents: number;
}

export async function ask(space: WritableSpace, question: SearchQuery): Promise<Seen> {
  const whole = { ...question, start: 0, count: 1000 };
  const [answer, { documents }] = await Promise.all([space.search(whole), space.describe()]);
  return { answer, documents };
}

/** Gathers what is answered until the work is done. */
export async function asking<Result>(work: Promise<Result>, asked: () => Promise<Seen>, seen: Seen[]) {
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
  answer: ReferenceResult;
  documents: DocumentInput[];
}

export function expectation(question: SearchQuery, naive: ReferenceSpace): Expectation {
  return { answer: referenceSearch(question, naive), documents: naive.documents };
}

/** Fails where an answer is neither the one from before nor that of the space as it is now. */
export function compareMeanwhile(
  question: SearchQuery,
  seen: Seen[],
  before: Expectation,
  naive: ReferenceSpace,
) {
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

export async function compare(
  space: WritableSpace,
  asked: SearchQuery,
  naive: ReferenceSpace,
): Promise<void> {
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

function compareWhole(question: SearchQuery, { answer, documents: count }: Seen, expected: Expectation) {
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
  const [before, after] = [tokenize(asked), tokenize(suggestion)].map((all) =>
    all.map(({ text: each }) => normalize(each)),
  );
  let at = 0;
  for (const each of before!) {
    // A word without its signs may be several.
    const replaced = corrections!.get(each)?.split(' ') ?? [each];
    const isReplaced = replaced.every((word, i) => after![at + i] === word);
    if (!isReplaced) expect(after![at]).toBe(each);
    at += isReplaced ? replaced.length : 1;
  }
  expect(after).toHaveLength(at);
}
