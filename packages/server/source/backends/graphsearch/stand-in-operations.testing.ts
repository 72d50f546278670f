/** The operations of the stand-in: from the published API to questions of the embedded engine, and back. */
import type {
  DocumentInput,
  FacetCount,
  FacetSelection,
  FacetValue,
  FoundDocument,
  SearchQuestion,
  WritableSpace,
} from '@semantic-search/engine';
import type { Manners } from './stand-in.testing.ts';
import { readNativeQuery } from './stand-in-native-query.testing.ts';

export const standInSpace = 'zoo-01';

export interface Given {
  path: string;
  query: Record<string, string>;
  body: Record<string, unknown>;
}

/** An answer of its own status. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Filter {
  field: string;
  value: string;
}

/** Every document carries its id as an attribute, so that it can be filtered by. */
const identifier = 'dyn_lit_identifier';
const longestText = 12_000;
const everything = 10_000;

export function standInOperations(space: WritableSpace, manners: () => Manners) {
  const fields = async () => {
    const { facets } = await space.describe();
    return facets.filter(({ field }) => field !== identifier);
  };

  async function search(body: Record<string, unknown>) {
    const filters = body.searchFilters as Filter[];
    const question = questionOf(filters, typeof body.nativeQuery === 'string' ? body.nativeQuery : '', body);
    const documentFacets = (await fields()).map(({ field }) => field);
    if (documentFacets.length === 0) return { result: [], facetList: [], total: 0 };
    const asked = (body.searchFacets ?? []) as { field: string; facetMode: string }[];
    // Facets are narrowed by everything selected, their own selection included: that is what such services do.
    const all = await space.search({ ...question, documentFacets: [], start: 0, count: everything });
    const within = [{ field: identifier, values: all.documents.map(({ id }) => ({ literal: id })) }];
    const counted =
      all.total === 0 && body.facetMinCount !== 0
        ? []
        : (
            await space.search({
              ...nothing,
              language: question.language,
              selected: within,
              facets: asked.map(({ field, facetMode }) => facetQuestion(field, facetMode, body)),
            })
          ).facets;
    const page = await space.search({ ...question, documentFacets });
    const results = page.documents.map((document) => remoteDocument(document));
    return {
      [manners().version < 7 ? 'results' : 'result']: results,
      total: page.total,
      facetList: counted.map(({ field, values }) => ({
        field,
        label: field,
        facets: values.map((value) => refiner(field, value)),
      })),
      message: '3 ms',
      success: true,
      status: 200,
    };
  }

  function refiner(field: string, { label, value, count, children }: FacetCount): unknown {
    const swapped = manners().uriAsLabel && field === 'dyn_uri_all_concepts';
    const shown = manners().numbersAsValues && field.startsWith('dyn_flt_') ? label.split(' ')[0] : label;
    return {
      label: swapped ? value : shown,
      value: swapped ? label : value,
      count,
      children: children?.map((child) => refiner(field, child)) ?? null,
    };
  }

  function remoteDocument(document: FoundDocument) {
    const { id, title, description, link, date, image, type, language, facets } = document;
    return {
      id,
      title,
      description,
      link,
      date,
      empty: false,
      image,
      language,
      searchSpaceId: standInSpace,
      type,
      facetList: facets.map(({ field, values }) => ({
        field,
        label: field,
        facets: values.map((value) => refiner(field, { ...value, count: 1, children: null })),
      })),
    };
  }

  async function related(kind: 'similar' | 'recommend', given: Record<string, unknown>, plugin?: string) {
    const id = String(given.id);
    // An unknown document is like no other.
    if (!(await space.stored(id))) return { result: [], total: 0 };
    const documentFacets = (await fields()).map(({ field }) => field);
    const count = Number(given.count);
    const question = { id, count, documentFacets, summaryLength: everything, ...(plugin && { plugin }) };
    const found = await space[kind](question);
    return { result: found.map((document) => remoteDocument(document)), total: found.length };
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
    const found = await space.extract({ text, language: String(locale), count: 1000 });
    const more = manners().inclusiveEnds ? 1 : 0;
    return {
      message: 'done',
      extractedConcepts: found.map(({ uri, label, frequency, score, matchedTexts }) => ({
        uri,
        label,
        frequency,
        score,
        matchingLabels: matchedTexts.map(({ matchedText, frequency, positions }) => ({
          label: matchedText,
          matchedTexts: [
            {
              matchedText,
              frequency,
              positions: positions.map(({ begin, end }) => ({ beginIndex: begin, endIndex: end - more })),
            },
          ],
        })),
      })),
    };
  }

  let unseen: DocumentInput[] = [];

  /** What is not synchronised is seen only after something that is. */
  async function write(body: Record<string, unknown>, mayReplace: boolean) {
    const document = documentInput(body);
    if (manners().refuses.includes(document.id)) throw new Refusal(400, 'This document is not welcome');
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
    if (id !== standInSpace) throw new Refusal(404, `There is no search space ${String(id)}`);
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
    throw new Refusal(404, `There is nothing at ${path}`);
  };
}

function context(facets: { field: string }[]) {
  return {
    searchSpaceId: standInSpace,
    searchSpaceName: 'The zoo',
    defaultLanguage: 'en',
    facetIds: facets.map(({ field }) => field),
  };
}

const nothing: SearchQuestion = {
  input: '',
  selected: [],
  excluded: [],
  facets: [],
  documentFacets: [],
  sort: { field: 'relevance', direction: 'desc' },
  start: 0,
  count: 0,
  summaryLength: 1_000_000,
};

function questionOf(filters: Filter[], nativeQuery: string, body: Record<string, unknown>): SearchQuestion {
  const texts = filters.filter(({ field }) => ['full_text_search', 'dyn_txt_content'].includes(field));
  const date = filters.find(({ field }) => field === 'date');
  const native = readNativeQuery(nativeQuery);
  const selections = filters
    .filter(({ field }) => field.startsWith('dyn_') && field !== 'dyn_txt_content')
    .map(({ field, value }) => ({ field, values: [facetValue(field, value)] }));
  const sort = body.sort as { field: string; direction: string } | undefined;
  const ofNative = (excluded: boolean): FacetSelection[] =>
    native
      .filter((clause) => clause.excluded === excluded)
      .map(({ field, values }) => ({
        field: field === 'identifier' ? identifier : field,
        values: values.map((value) => facetValue(field, value)),
      }));
  return {
    ...nothing,
    input: texts.map(({ value }) => value).join(' '),
    language: String(body.locale),
    selected: [...selections, ...ofNative(false)],
    excluded: ofNative(true),
    ...(date && { dateRange: rangeOf(date.value) }),
    ...(sort && {
      sort: {
        field: sort.field === 'score' ? ('relevance' as const) : (sort.field as 'date' | 'title'),
        direction: sort.direction === 'ASC' ? ('asc' as const) : ('desc' as const),
      },
    }),
    start: Number(body.start),
    count: Number(body.count),
  };
}

function facetQuestion(field: string, facetMode: string, body: Record<string, unknown>) {
  const modes: Record<string, 'hierarchical' | 'flat' | 'top'> = {
    tree: 'hierarchical',
    list: 'flat',
    aggregate: 'top',
  };
  return {
    field,
    mode: modes[facetMode]!,
    depth: 0,
    limit: Number(body.maxFacetCount),
    sorting: 'count' as const,
    order: 'desc' as const,
    includeEmpty: body.facetMinCount === 0,
  };
}

function facetValue(field: string, value: string): FacetValue {
  if (field.startsWith('dyn_uri_')) return { concept: value };
  return field.startsWith('dyn_flt_') ? rangeOf(value) : { literal: value };
}

function rangeOf(text: string) {
  const [, from = '*', to = '*', end] = /^\[(\S+) TO (\S+)([\]}])$/.exec(text) ?? [];
  const bound = (each: string) => {
    if (each === '*') return null;
    return /^-?[\d.]+(e[+-]?\d+)?$/.test(each) ? Number(each) : Date.parse(each);
  };
  return { from: bound(from), to: bound(to), toExclusive: end === '}' };
}

function documentInput(body: Record<string, unknown>): DocumentInput {
  const facets = body.facets as Record<string, string[]>;
  const attributes = Object.entries(facets).flatMap(([field, values]): [string, unknown][] => {
    if (field === 'dyn_uri_all_concepts') return [['subjects', values]];
    const name = field.slice('dyn_lit_'.length);
    const read = field.startsWith('dyn_flt_') ? values.map(Number) : values;
    return [[name, read.length === 1 ? read[0] : read]];
  });
  return {
    ...Object.fromEntries(attributes),
    id: String(body.identifier),
    identifier: String(body.identifier),
    title: String(body.title),
    description: String(body.text),
    language: String(body.language),
    ...(typeof body.date === 'string' && { date: body.date }),
    ...(typeof body.website === 'string' && { link: body.website }),
    ...(typeof body.image === 'string' && { image: body.image }),
    ...(body.useExtraction === false &&
      attributes.every(([name]) => name !== 'subjects') && { subjects: [] }),
  };
}
