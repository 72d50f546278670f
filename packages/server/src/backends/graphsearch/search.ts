/**
 * Searching: one remote search for the documents and the facets that nothing is selected in, and one more for each facet
 * with a selection of its own, counted as if that were not there. They run side by side; if one fails, all fail.
 */
import {
  type Facet,
  type FacetQuestion,
  MIN_HITS,
  QueryError,
  type SearchAnswer,
  type SearchQuery,
} from '@semantic-search/engine';
import { ProblemError } from '../../errors.ts';
import { foundDocument, inputMarker } from './documents.ts';
import type { Understand } from './extraction.ts';
import { facetValues } from './facets.ts';
import { countingBody, type Narrowing, type SearchBody, sortOf } from './query.ts';
import type { Remote } from './remote-space.ts';
import { type RemoteFacet, searchAnswer } from './responses.ts';
import type { Correct } from './spelling.ts';

export async function search(
  question: SearchQuery,
  remote: Remote,
  { understand, correct }: { understand: Understand; correct: Correct },
  signal?: AbortSignal,
): Promise<SearchAnswer> {
  withinWindow(question, remote);
  const [facets, dialect] = await Promise.all([
    remote.facets(signal),
    remote.dialect(question.language, signal),
  ]);
  const narrowing = joined(question, facets);
  const counted = question.facets.map((each) => ({ ...each, field: known(each.field, facets).field }));
  for (const field of question.documentFacets) known(field, facets);
  const kindOf = (field: string): Facet['kind'] => known(field, facets).kind;
  const hasOwn = ({ field }: FacetQuestion) => narrowing.selected.some((each) => each.field === field);

  const count = async (given: Narrowing, asked: FacetQuestion[], more: Partial<SearchBody> = {}) => {
    const body = { ...countingBody(given, asked, kindOf, dialect), ...more };
    return searchAnswer(await remote.connection.ask('search', { json: body }, signal));
  };
  const page = {
    start: question.start,
    count: question.count,
    documentFacets: ['all'],
    ...(sortOf(question.sort) && { sort: sortOf(question.sort)! }),
  };
  const [main, understood, ...others] = await Promise.all([
    count(
      narrowing,
      counted.filter((each) => !hasOwn(each)),
      page,
    ),
    understand(question.input, dialect.locale, signal),
    ...counted.filter(hasOwn).map((each) => count(without(narrowing, each.field), [each])),
  ]);
  const answered = new Map(
    [main, ...others].flatMap((answer) => answer.facets.map((each) => [each.field, each] as const)),
  );
  const suggestion =
    main.total < MIN_HITS ? await correct(question.input, dialect.locale, signal) : undefined;
  const labels = understood.flatMap(({ label, matchingLabel }) => [label, matchingLabel]);
  const presenting = {
    documentFacets: question.documentFacets,
    summaryLength: question.summaryLength,
    mark: inputMarker(question.input, dialect.locale, labels),
  };
  return {
    total: main.total,
    documents: main.documents
      .slice(0, question.count)
      .map((each, i) => foundDocument(each, question.start + i, presenting)),
    facets: counted.map((each, i) => ({
      field: question.facets[i]!.field,
      values: facetValues(each, kindOf(each.field), refinersOf(answered.get(each.field))),
    })),
    understood,
    ...(suggestion !== undefined && { suggestion }),
  };
}

const refinersOf = (facet: RemoteFacet | undefined) => facet?.refiners ?? [];

/** The facet of that field or name, or a refusal of the question. */
export function known(reference: string, facets: Facet[]): Facet {
  const found = facets.find(({ field, uri }) => field === reference || uri === reference);
  if (found) return found;
  throw new QueryError('unknown-facet', `The search space has no facet ${reference}.`);
}

/** Selections of one facet are one, however it is named. */
function joined({ input, selected, excluded, dateRange }: SearchQuery, facets: Facet[]): Narrowing {
  const byField = new Map<string, Narrowing['selected'][number]>();
  for (const { field: reference, values } of selected) {
    if (values.length === 0) continue;
    const { field } = known(reference, facets);
    byField.set(field, { field, values: [...(byField.get(field)?.values ?? []), ...values] });
  }
  return {
    input,
    dateRange,
    selected: [...byField.values()],
    excluded: excluded.map(({ field, values }) => ({ field: known(field, facets).field, values })),
  };
}

function without(narrowing: Narrowing, field: string): Narrowing {
  return { ...narrowing, selected: narrowing.selected.filter((each) => each.field !== field) };
}

function withinWindow({ start, count }: SearchQuery, { options: { name, window } }: Remote): void {
  if (window === undefined || start + count <= window) return;
  throw new ProblemError(
    'bad-request',
    `The search space "${name}" shows the first ${window} documents of an answer; start and count reach beyond.`,
  );
}
