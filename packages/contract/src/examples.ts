/** Example requests and responses with the Field guide data; a test calls each of them. */
import { defaultFacet, defaultSettings } from './settings/defaults.ts';

const guide = 'https://field-guide.example';
const pumaConcept = { uri: `${guide}/kind/puma`, label: 'puma' };
const created = '2026-03-01T09:30:00.000Z';

/** The concept scheme of animals; its field is `dyn_uri_` and a hash of the URI. */
const kindsField = 'dyn_uri_c0e78833734d';

const animals = {
  ...defaultFacet,
  uri: `${guide}/scheme/kinds`,
  title: 'Animals',
  facetMode: 'hierarchical' as const,
  refId: `${guide}/scheme/kinds`,
};

export const configurationInput = {
  config: {
    title: 'Animals of the world',
    searchSpace: 'field-guide',
    filter: { facetsToShow: [animals] },
    layout: { navbar: { backgroundColor: '#23402b', fontColor: '#ffffff' } },
  },
};

export const configurationUpdate = { config: { title: 'Animals, worldwide', result: { itemsPerPage: 20 } } };

const config = {
  ...defaultSettings,
  title: 'Animals of the world',
  filter: { ...defaultSettings.filter, facetsToShow: [animals] },
  layout: { ...defaultSettings.layout, ...configurationInput.config.layout },
};

export const configuration = { id: 1, user: 'owner', created, config };
export const configurationOutcome = { ...configuration, message: 'Configuration 1 is saved.', errors: [] };
export const configurationList = { activeConfigId: 1, configurations: [configuration] };
export const defaultConfiguration = { config: defaultSettings };

const lastChange = { date: '2026-03-02T10:00:00.000Z', user: 'owner', action: 'updated' };

export const logs = {
  total: 2,
  start: 0,
  logs: [
    { ...lastChange, version: 2, changes: [{ key: 'result.itemsPerPage', oldValue: 10, newValue: 20 }] },
    { version: 1, date: created, user: 'owner', action: 'created', changes: [] },
  ],
};

export const latestChanges = {
  changes: [{ ...lastChange, id: 1, title: config.title, owner: 'owner' }],
};

export const searchRequest = {
  input: 'mountain lion',
  selectedFacets: [
    { field: kindsField, value: `${guide}/kind/cats` },
    { field: 'dyn_lit_type', label: 'mammal' },
    { field: 'dyn_flt_mass', label: '[10 TO 100]' },
  ],
  start: 0,
};

const retrievedPuma = {
  id: `${guide}/species/puma`,
  title: 'Puma',
  description:
    'From the Yukon down to the tip of Patagonia, no other wild land mammal of the Americas spans so many latitudes. …',
  link: 'https://en.wikipedia.org/wiki/Cougar',
  date: -6279811200000,
  empty: false,
  image: '/demo/pictures/puma.svg',
  documentDetails: [],
  searchSpaceId: 'field-guide',
  type: 'mammal',
  language: 'en',
  facetList: [
    {
      field: 'dyn_lit_type',
      label: 'Type',
      facets: [{ count: 1, label: 'mammal', value: null, children: null }],
    },
    {
      field: 'dyn_uri_all_concepts',
      label: 'Concepts',
      facets: [{ count: 1, label: `${guide}/kind/puma`, value: 'puma', children: null }],
    },
  ],
};

const envelope = (kind: string, total: number) => ({
  message: '12 ms',
  resultType: `application/vnd.semantic-search.${kind}-v2+json`,
  status: 200,
  success: true,
  total,
});

export const searchResponse = {
  ...envelope('search', 1),
  concepts: [],
  facets: [
    {
      field: kindsField,
      label: 'Animals',
      facets: [{ count: 1, label: 'vertebrates', value: `${guide}/kind/vertebrates`, children: [] }],
    },
  ],
  result: [{ ...retrievedPuma, highlights: { title: [{ begin: 0, end: 4 }], description: [] } }],
  query: {
    concepts: [
      {
        ...pumaConcept,
        matchingLabel: 'mountain lion',
        begin: 0,
        end: 13,
        alsoSearched: ['puma', 'cougar', 'Berglöwe'],
      },
    ],
  },
};

export const suggestions = {
  ...envelope('suggestion', 1),
  result: [
    {
      field: 'dyn_uri_all_concepts',
      value: `${guide}/kind/puma`,
      label: 'puma',
      matchingLabel: 'mountain lion',
      matches: [{ begin: 0, end: 5 }],
      context: 'cats',
      count: 1,
    },
  ],
};

const jaguar = {
  ...retrievedPuma,
  id: `${guide}/species/jaguar`,
  title: 'Jaguar',
  description:
    'Where other cats go for the throat, this one bites straight through the skull, and its jaws crack even the shells of river turtles. …',
  link: 'https://en.wikipedia.org/wiki/Jaguar',
  date: -6690038400000,
  image: '/demo/pictures/jaguar.svg',
  sharedConcepts: [{ uri: `${guide}/region/south-america`, label: 'South America' }],
};

export const similarDocuments = { ...envelope('similar', 1), result: [jaguar] };
export const recommendedDocuments = { ...envelope('recommendation', 1), result: [jaguar] };

export const extractionRequest = {
  text: 'The cougar shares its forests with black bears.',
  numberOfConcepts: 5,
};

export const extractionResponse = {
  ...envelope('extraction', 1),
  result: [
    {
      ...pumaConcept,
      score: 3.9,
      frequency: 1,
      matchedTexts: [{ matchedText: 'cougar', frequency: 1, positions: [{ begin: 4, end: 10 }] }],
    },
  ],
};

export const passagesRequest = { input: 'Which cat hides its prey?', maxCharacters: 400 };

export const passages = {
  ...envelope('passages', 1),
  result: [
    {
      document: {
        id: `${guide}/species/leopard`,
        title: 'Leopard',
        link: 'https://en.wikipedia.org/wiki/Leopard',
      },
      heading: '',
      anchor: '',
      text: 'Hauling an antelope heavier than itself up a trunk is everyday work for this cat, because on the ground lions and hyenas would soon steal it. …',
      begin: 0,
      end: 309,
      score: 4.3,
      concepts: [{ uri: `${guide}/kind/domestic-cat`, label: 'domestic cat' }],
    },
  ],
};

export const document = {
  ...retrievedPuma,
  concepts: [
    {
      ...pumaConcept,
      definition: 'Large slender cat of the Americas.',
      broader: [{ uri: `${guide}/kind/cats`, label: 'cats' }],
      positions: { title: [{ begin: 0, end: 4 }], description: [] },
    },
  ],
};

export const documentInput = {
  id: `${guide}/species/okapi`,
  title: 'Okapi',
  description: 'Striped legs and a long blue tongue: the forest giraffe of the Congo.',
  date: '1901',
  type: 'mammal',
  language: 'en',
  mass: 250,
  subjects: [`${guide}/region/congo-basin`, `${guide}/habitat/tropical-rainforest`],
};

export const spaceList = {
  spaces: [
    {
      name: 'field-guide',
      documents: 335,
      concepts: 907,
      languages: ['en', 'de', 'ar', 'es', 'fr', 'la'],
      facets: [
        {
          uri: `${guide}/scheme/kinds`,
          field: kindsField,
          label: 'kinds of animals',
          kind: 'concept',
          hierarchical: true,
        },
        { uri: 'mass', field: 'dyn_flt_mass', label: 'mass', kind: 'number', hierarchical: false },
      ],
      recommenders: ['related-concepts', 'same-topic-newer'],
      similarities: ['combined', 'concepts', 'text'],
      healthy: true,
    },
  ],
};

export const turtle = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<${guide}/kind/puma> a skos:Concept ;
  skos:prefLabel "puma"@en ; skos:altLabel "cougar"@en, "mountain lion"@en .
`;

export const feed =
  '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>Field guide: puma</title></feed>\n';

export const explanation = {
  total: 2,
  concepts: [],
  matching: { requirements: 2, requiredShare: 1, isBroad: false, isCorrected: false },
  unquoted: false,
  rules: [],
  result: [
    {
      id: retrievedPuma.id,
      title: 'Puma',
      pinned: false,
      score: 14.2,
      parts: [
        { kind: 'concept', text: 'Puma', score: 9.1 },
        { kind: 'word', text: 'mountain', score: 5.1 },
      ],
    },
  ],
  document: {
    id: `${guide}/species/okapi`,
    title: 'Okapi',
    state: 'not-matching',
    rank: null,
    rankWithoutRules: null,
    rules: [],
    parts: [{ kind: 'missing', text: 'mountain', factor: 0 }],
  },
};
