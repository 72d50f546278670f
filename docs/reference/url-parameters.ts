/** Reference page about the URL parameters of the search page; the code of the widgets writes the example. */
import { initialQuery } from '../../packages/widgets/src/store/query-state.ts';
import { writeUrlState } from '../../packages/widgets/src/url-state/url-state.ts';
import { code, codeBlock, list, type Page, paragraph, table } from './page.ts';

const KEY = 'search';

export function urlParametersPage(): Page {
  return {
    name: 'url-parameters',
    title: 'URL parameters',
    description:
      'The parameters in the address of a page with a search: input, filters, order, page and document.',
    blocks: [
      paragraph(
        '`<semantic-search>` keeps its state in the query string of the page. A link with these parameters opens the same search, so a search box in the header of a site can lead to the results page. The attribute `no-url` turns this off.',
      ),
      codeBlock('text', example()),
      table(
        ['Parameter', 'Meaning', 'Values'],
        [
          [code('search'), 'the input of the search box', 'text'],
          [
            code('search.facet'),
            'a selected value of a facet; repeatable',
            '`FIELD|LABEL|VALUE`: the field of the facet, then the label of a text or range, or the URI of a concept as the value',
          ],
          [code('search.from'), 'first day of the date filter', '`YYYY-MM-DD`'],
          [code('search.to'), 'last day of the date filter', '`YYYY-MM-DD`'],
          [code('search.sort'), 'order of the results', sortValues()],
          [code('search.start'), 'number of results to skip', 'an integer'],
          [code('search.document'), 'ID of the document in the detail view', 'text'],
        ],
      ),
      '## Rules',
      list([
        '`search` stands for the key of the element: the attribute `url-key`, or else its `id`, or else `search`. A second element with the same key gets the key `search-2`.',
        'Names and values are URL-encoded. Within a part of `search.facet`, `|` is written as `%7C` and `%` as `%25`, before the whole value is URL-encoded.',
        'Unknown parameters and invalid values are ignored. Other parameters of the page stay unchanged.',
        'The field of a text attribute is `dyn_lit_NAME`, of a number or date `dyn_flt_NAME`. The field of a concept facet is `dyn_uri_` with an ID; read it from the address after you select a value.',
      ]),
      '## A search box on another page',
      codeBlock(
        'html',
        `<form action="/search">\n  <input type="search" name="${KEY}" aria-label="Search">\n  <button>Search</button>\n</form>`,
      ),
    ],
  };
}

function example(): string {
  const url = writeUrlState(new URL('https://www.example.org/search'), KEY, {
    query: {
      ...initialQuery,
      input: 'puma',
      selectedFacets: [{ field: 'dyn_lit_type', label: 'mammal' }],
      sort: { field: 'date', direction: 'desc' },
      dateRange: { from: '2024-01-01', to: '' },
      start: 10,
    },
    document: undefined,
  });
  return url.href;
}

function sortValues(): string {
  return '`date`, `title`, or the attribute of an order of the configuration, each also with `-asc` or `-desc`; without the parameter, the first order of the configuration';
}
