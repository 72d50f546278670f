/** Queries of an economics library: words, phrases, typing errors, broad and narrow concepts, pages and filters. */

export type VisitorRequest = [name: string, method: string, path: string, body?: unknown];

const stw = 'http://zbw.eu/stw';
const document = `uri=${encodeURIComponent('tib-014926059')}`;

const inputs = [
  '',
  'unemployment',
  'Arbeitslosigkeit',
  'inflation',
  'Geldpolitik',
  'monetary policy',
  '"monetary policy"',
  'growth -china',
  'die Entwicklung der Wirtschaft',
  'the economics of the environment in developing countries',
  'tax',
  'ste',
  'a',
  'Unternehmen',
  'theory',
  'Deutschland',
  'unemploiment',
  'Arbeitslosikgeit',
  'European Union trade agreements',
  'labour market policy for young people in rural areas',
  'zzzzqqq',
];

export const visitorRequests: VisitorRequest[] = [
  ...inputs.map((input): VisitorRequest => [input || 'everything', 'POST', 'search', { input }]),
  ['a late page', 'POST', 'search', { start: 7900 }],
  ['a hundred', 'POST', 'search', { count: 100 }],
  ['newest first', 'POST', 'search', { input: 'policy', sort: { field: 'date' } }],
  ['by title', 'POST', 'search', { sort: { field: 'title' } }],
  [
    'theses in English',
    'POST',
    'search',
    {
      selectedFacets: [
        { field: 'type', label: 'Thesis' },
        { field: 'language', label: 'en' },
      ],
    },
  ],
  [
    'a topic',
    'POST',
    'search',
    { selectedFacets: [{ field: 'dyn_uri_all_concepts', value: `${stw}/thsys/73373` }] },
  ],
  ['since 2000', 'POST', 'search', { dateRange: { from: '2000' } }],
  ['a suggestion', 'GET', 'suggestConcepts?searchString=unem'],
  ['a suggestion for one letter', 'GET', 'suggestConcepts?searchString=a'],
  ['a suggestion with a typing error', 'GET', 'suggestConcepts?searchString=unemploiment'],
  ['a document', 'GET', `document?${document}`],
  ['similar documents', 'GET', `getSimilar?${document}`],
  ['recommendations', 'GET', `getRecommendations?${document}&recommender=related-concepts`],
  [
    'extraction',
    'POST',
    'extractConcepts',
    { text: 'Rising unemployment and inflation slow the growth of wages.' },
  ],
];
