/** Operations of the fake GraphSearch server: map the published API to the embedded engine. */
import type { DocumentInput, WritableSpace } from '@semantic-search/engine';
import { documentInput, type Filter, facetQuestion, identifier, nothing, questionOf } from './queries.ts';
import { context, extraction, FAKE_SPACE_ID, refiner, remoteDocument } from './responses.ts';
import type { FakeServerBehavior } from './server.ts';

export interface Given {
  path: string;
  query: Record<string, string>;
  body: Record<string, unknown>;
}

/** Error response with its own status. */
export class ErrorResponse extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const longestText = 12_000;
const everything = 10_000;

export function fakeOperations(space: WritableSpace, behavior: () => FakeServerBehavior) {
  const fields = async () => {
    const { facets } = await space.describe();
    return facets.filter(({ field }) => field !== identifier);
  };

  async function search(body: Record<string, unknown>) {
    const filters = body.searchFilters as Filter[];
    const question = questionOf(filters, typeof body.nativeQuery === 'string' ? body.nativeQuery : '', body);
    const documentFacets = (await fields()).map(({ field }) => field);
    const empty = { result: [], facetList: [], total: 0 };
    if (documentFacets.length === 0) return empty;
    const requested = (body.searchFacets ?? []) as { field: string; facetMode: string }[];
    // Facets are filtered by all selections including their own, as such services do.
    const all = await space
      .search({ ...question, documentFacets: [], start: 0, count: everything })
      .catch((error) => {
        // A scope without documents has no facets.
        if (question.scope && error.code === 'unknown-facet') return undefined;
        throw error;
      });
    if (!all) return empty;
    const within = [{ field: identifier, values: all.documents.map(({ id }) => ({ literal: id })) }];
    const counted =
      all.total === 0 && body.facetMinCount !== 0
        ? []
        : (
            await space.search({
              ...nothing,
              language: question.language,
              selected: within,
              facets: requested.map(({ field, facetMode }) => facetQuestion(field, facetMode, body)),
            })
          ).facets;
    const page = await space.search({ ...question, documentFacets });
    const results = page.documents.map((document) => remoteDocument(document, behavior()));
    return {
      result: results,
      total: page.total,
      facetList: counted.flatMap(({ field, values }) =>
        field === null
          ? []
          : [{ field, label: field, facets: values.map((value) => refiner(field, value, behavior())) }],
      ),
      message: '3 ms',
      success: true,
      status: 200,
    };
  }

  async function related(kind: 'similar' | 'recommend', given: Record<string, unknown>, plugin?: string) {
    const id = String(given.id);
    // An unknown document has no similar documents.
    if (!(await space.stored(id))) return { result: [], total: 0 };
    const documentFacets = (await fields()).map(({ field }) => field);
    const count = Number(given.count);
    const question = { id, count, documentFacets, summaryLength: everything, ...(plugin && { plugin }) };
    const found = await space[kind](question);
    return { result: found.map((document) => remoteDocument(document, behavior())), total: found.length };
  }

  async function suggest({ searchString = '', context, count, locale }: Record<string, string>) {
    const question = {
      text: searchString,
      count: Number(count),
      language: locale,
      ...(context && { context }),
    };
    const found = await space.suggest(question);
    return found.map(({ field, uri, label, matchingLabel, context }) => ({
      field,
      value: uri,
      label,
      matchingLabel,
      context,
    }));
  }

  async function extract({ input, locale }: Record<string, unknown>) {
    const text = String(input).slice(0, longestText);
    const question = { text, language: String(locale), count: 1000 };
    return extraction(await space.extract(question), behavior());
  }

  let unseen: DocumentInput[] = [];

  /** Unsynchronized writes become visible with the next synchronized one. */
  async function write(body: Record<string, unknown>, mayReplace: boolean) {
    const document = documentInput(body);
    if (behavior().refuses.includes(document.id))
      throw new ErrorResponse(400, 'This document is not welcome');
    if (behavior().breaksAt.includes(document.id)) throw new ErrorResponse(500, 'It failed inside');
    if (mayReplace || !(await space.stored(document.id))) unseen.push(document);
    if (body.synchronize !== false) {
      const seen = unseen;
      unseen = [];
      await space.put(seen);
    }
    return { message: 'done', success: true };
  }

  return async ({ path, query, body }: Given): Promise<unknown> => {
    const id = body.searchSpaceId ?? query.searchSpaceId;
    if (path === 'context/all') return [context(await fields())];
    if (id !== FAKE_SPACE_ID) throw new ErrorResponse(404, `There is no search space ${String(id)}`);
    if (path === 'context/fields') return (await fields()).map(({ field, label }) => ({ field, label }));
    if (path === 'search') return search(body);
    if (path === 'suggest/multi') return suggest(query);
    if (path === 'similar') return related('similar', query, query.pluginName);
    if (path === 'recommend') return related('recommend', body, query.pluginName);
    if (path === 'extract') return extract(body);
    if (path === 'content/create') return write(body, false);
    if (path === 'content/update') return write(body, true);
    if (path === 'content/delete/id') {
      await space.delete(String(body.identifier));
      return { message: 'done', success: true };
    }
    throw new ErrorResponse(404, `There is nothing at ${path}`);
  };
}
