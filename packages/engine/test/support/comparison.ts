/**
 * Compares results of a search space with the reference model, at rest and during writes.
 *
 * During a write, the result of the state before or after it is correct.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import type { SearchQuery, SearchResult } from '../../src/api.ts';
import type { DocumentInput, WritableSpace } from '../../src/writable-space.ts';
import { conceptFields } from '../arbitraries/queries.ts';
import { newestFirst, sortedIds } from '../reference-model/order.ts';
import {
  type ReferenceResult,
  type ReferenceSpace,
  referenceSearch,
} from '../reference-model/search-space.ts';

/** Removes facets that the space does not have, which it would reject. */
export function withKnownFacets(query: SearchQuery, known: ReadonlySet<string>): SearchQuery {
  const isKnown = ({ field }: { field: string }) => known.has(field);
  return {
    ...query,
    selected: query.selected.filter(isKnown),
    excluded: query.excluded.filter(isKnown),
    facets: query.facets.filter(isKnown),
  };
}

export async function knownFacets(space: WritableSpace): Promise<ReadonlySet<string>> {
  const { facets } = await space.describe();
  return new Set([...conceptFields, ...facets.map(({ field }) => field)]);
}

/** The complete result of a query, and the number of documents at that moment. */
export interface Observation {
  result: SearchResult;
  documents: number;
}

export async function observe(space: WritableSpace, query: SearchQuery): Promise<Observation> {
  const whole = { ...query, start: 0, count: 1000 };
  const [result, { documents }] = await Promise.all([space.search(whole), space.describe()]);
  return { result, documents };
}

/** Repeats a query until the work is done, and collects the results. */
export async function observeDuring<Result>(
  work: Promise<Result>,
  run: () => Promise<Observation>,
  observations: Observation[],
) {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    observations.push(await run());
    await nextTurn();
  }
  return done;
}

interface Expectation {
  result: ReferenceResult;
  documents: DocumentInput[];
}

export function expectation(query: SearchQuery, reference: ReferenceSpace): Expectation {
  return { result: referenceSearch(query, reference), documents: reference.documents };
}

/** Fails if a result matches neither the state before nor the current state. */
export function compareDuring(
  query: SearchQuery,
  observations: Observation[],
  before: Expectation,
  reference: ReferenceSpace,
) {
  const different = new Map(observations.map((each) => [JSON.stringify(each), each]));
  if (different.size === 0) return;
  const after = expectation(query, reference);
  for (const each of different.values()) {
    try {
      compareWhole(query, each, before);
    } catch {
      compareWhole(query, each, after);
    }
  }
}

export async function compare(
  space: WritableSpace,
  generated: SearchQuery,
  reference: ReferenceSpace,
): Promise<void> {
  const query = withKnownFacets(generated, await knownFacets(space));
  const whole = await observe(space, query);
  compareWhole(query, whole, expectation(query, reference));
  const { total, facets, suggestion, documents } = await space.search(query);
  const page = whole.result.documents.slice(query.start, query.start + query.count);
  expect({ total, facets, suggestion, documents }).toEqual({
    total: whole.result.total,
    facets: whole.result.facets,
    suggestion: whole.result.suggestion,
    documents: page,
  });
}

function compareWhole(query: SearchQuery, { result, documents: count }: Observation, expected: Expectation) {
  const { scores: expectedScores, ...members } = expected.result;
  const { documents: hits, ...others } = result;
  expect({ suggestion: undefined, isUnquoted: undefined, ...others, count }).toEqual({
    ...members,
    count: expected.documents.length,
  });
  const order = hits.map(({ id }) => id);
  for (const { id, score } of hits) expect(score).toBeCloseTo(expectedScores.get(id)!, 3);
  const matching = expected.documents.filter(({ id }) => expectedScores.has(id));
  if (query.sort.field !== 'relevance') {
    expect(order).toEqual(sortedIds(matching, query.sort));
    return;
  }
  // Scores are compared above; this checks the order of ties.
  const scores = new Map(hits.map(({ id, score }) => [id, score]));
  const sign = query.sort.direction === 'asc' ? 1 : -1;
  const sorted = matching.toSorted(
    (one, other) => sign * (scores.get(one.id)! - scores.get(other.id)!) || newestFirst(one, other),
  );
  expect(order).toEqual(sorted.map(({ id }) => id));
}
