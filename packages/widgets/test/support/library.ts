/** Test corpus: 42 economics documents with a thesaurus. */
import type { Refiner, RetrievedDocument } from '@semantic-search/contract';

interface Topic {
  uri: string;
  label: string;
  synonym?: string;
  broader?: string;
}

const topic = (name: string, label: string, broader?: string, synonym?: string): Topic => ({
  uri: `https://example.org/topic/${name}`,
  label,
  ...(broader && { broader: `https://example.org/topic/${broader}` }),
  ...(synonym && { synonym }),
});

export const topics: Topic[] = [
  topic('economics', 'Economics'),
  topic('labour', 'Labour market', 'economics'),
  topic('unemployment', 'Unemployment', 'labour', 'Joblessness'),
  topic('wages', 'Wages', 'labour', 'Pay'),
  topic('money', 'Monetary policy', 'economics'),
  topic('inflation', 'Inflation', 'money', 'Price increase'),
  topic('interest', 'Interest rate', 'money'),
  topic('environment', 'Environmental policy'),
  topic('emissions', 'Emissions trading', 'environment', 'Cap and trade'),
  topic('energy', 'Renewable energy', 'environment'),
  topic('trade', 'International trade'),
  topic('tariff', 'Tariff', 'trade', 'Customs duty'),
];

const subjects = [
  'Unemployment and wages',
  'Inflation expectations',
  'Emissions trading',
  'Tariffs and growth',
  'Interest rate rules',
  'Renewable energy subsidies',
];
const angles = [
  'in a small open economy',
  'after the crisis: evidence from firm data',
  'and the limits of coordination',
  'across European regions',
  'reconsidered',
  'in the long run: a survey of four decades of research',
  'under uncertainty',
];
const topicsOf = [
  ['unemployment', 'wages'],
  ['inflation', 'money'],
  ['emissions', 'environment'],
  ['tariff', 'trade'],
  ['interest', 'money'],
  ['energy', 'environment'],
];
export const types = ['Article', 'Book', 'Working paper', 'Thesis'];
export const publishers = [
  'Northern University Press',
  'Institute for Applied Economics',
  'Open Research Library',
  'Harbour Books',
  'Valley Press',
  'Journal of Markets',
  'Lake House',
  'Field & Co.',
  'Central Archive',
  'Meadow Editions',
  'Stone Bridge',
  'River Papers',
];

export interface Entry {
  document: RetrievedDocument;
  topics: string[];
  pages: number;
  publisher: string;
}

const text = (subject: string, angle: string) =>
  `${subject} ${angle}. This study asks how households and firms respond when policy changes, and what inflation and unemployment do to the response. It combines register data with a model of search, and finds effects that are smaller than usually reported but last longer. The results hold under several specifications and speak to the debate on monetary policy.`;

export const entries: Entry[] = Array.from({ length: 42 }, (_, index) => {
  const subject = subjects[index % subjects.length]!;
  const angle = angles[Math.floor(index / subjects.length) % angles.length]!;
  const own = topicsOf[index % topicsOf.length]!.map((name) => `https://example.org/topic/${name}`);
  const publisher = publishers[(index * 5) % publishers.length]!;
  return {
    topics: own,
    pages: 20 + ((index * 37) % 400),
    publisher,
    document: {
      id: `https://example.org/document/${index + 1}`,
      title: `${subject} ${angle}`,
      description: text(subject, angle),
      link: `https://example.org/read/${index + 1}`,
      date: Date.UTC(1980 + index, index % 3 ? 0 : 4, index % 3 ? 1 : 17),
      empty: false,
      image: null,
      searchSpaceId: 'economics',
      type: types[index % types.length]!,
      language: 'en',
      documentDetails: [
        { field: 'dyn_lit_publisher', label: 'Publisher', facets: [value(publisher)] },
        { field: 'dyn_flt_pages', label: 'Pages', facets: [value(String(20 + ((index * 37) % 400)))] },
      ],
      facetList: [
        {
          field: 'dyn_uri_all_concepts',
          label: 'All concepts',
          facets: own.map((uri) => ({ count: 1, label: uri, value: labelOf(uri), children: null })),
        },
      ],
    },
  };
});

export function value(label: string, count = 1): Refiner {
  return { count, label, value: null, children: null };
}

export function labelOf(uri: string): string {
  return topics.find((one) => one.uri === uri)?.label ?? uri;
}
