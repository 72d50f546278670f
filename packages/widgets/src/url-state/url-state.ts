/** URL state: query and open document of one search, such as `?search=whale&search.start=10`. */
import { readFacet, writeFacet } from '../store/facet-values.ts';
import { initialQuery, type QueryState } from '../store/query-state.ts';

/** `document` is the URI of the document in the detail view. */
export interface UrlState {
  query: QueryState;
  document: string | undefined;
}

/** Reads the parameters that `writeUrlState` writes; ignores all others. */
export function readUrlState(url: URL, key: string): UrlState {
  const get = (name: string) => url.searchParams.get(nameOf(name, key)) ?? '';
  const [sortField, direction] = get('sort').split(/-(?=(?:asc|desc)$)/);
  const start = Number.parseInt(get('start'), 10);
  return {
    query: {
      // As the search box shows it, whose text has no line breaks.
      input: get('').replace(/[\r\n]+/g, ' '),
      selectedFacets: url.searchParams.getAll(`${key}.facet`).flatMap(readFacet),
      start: Number.isInteger(start) ? Math.max(0, start) : 0,
      sort: sortField
        ? { field: sortField, ...(direction && { direction: direction === 'asc' ? 'asc' : 'desc' }) }
        : initialQuery.sort,
      dateRange: { from: dateOnly(get('from')), to: dateOnly(get('to')) },
    },
    document: get('document') || undefined,
  };
}

/** Copy of `url` with the parameters of this instance replaced; all others stay as they are written. */
export function writeUrlState(url: URL, key: string, { query, document }: UrlState): URL {
  const ownParameters = new URLSearchParams();
  const set = (name: string, value: string | number | undefined) =>
    value && ownParameters.append(nameOf(name, key), String(value));
  const { field, direction } = query.sort;
  set('', query.input);
  for (const facet of query.selectedFacets) set('facet', writeFacet(facet));
  set('from', query.dateRange.from);
  set('to', query.dateRange.to);
  if (field !== 'relevance' || direction) set('sort', direction ? `${field}-${direction}` : field);
  set('start', query.start);
  set('document', document);
  const otherParameters = parametersOf(url).filter((parameter) => !isOwn(parameter, key));
  const next = new URL(url);
  next.search = [...otherParameters, ...(ownParameters.size ? [String(ownParameters)] : [])].join('&');
  return next;
}

/** Whether the URL contains parameters of this instance. */
export const hasUrlState = (url: URL, key: string): boolean =>
  parametersOf(url).some((parameter) => isOwn(parameter, key));

/** Full name of a parameter; the name of the input is the key alone. */
const nameOf = (name: string, key: string): string => (name ? `${key}.${name}` : key);

const parametersOf = ({ search }: URL): string[] => (search ? search.slice(1).split('&') : []);

/** Whether an encoded parameter, such as `search.sort=date`, belongs to this instance. */
function isOwn(parameter: string, key: string): boolean {
  const [name = ''] = new URLSearchParams(parameter).keys();
  return name === key || name.startsWith(`${key}.`);
}

/** Empty for an invalid date: some engines parse 31 February as a day in March. */
const dateOnly = (text: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) ? text : '';
