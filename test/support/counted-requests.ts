/** Requests whose counts are compared with a full scan; facets are named by their titles in the configuration. */
import type { SearchRequest } from '@semantic-search/contract';

const guide = 'https://field-guide.example';

/** Description, id of the configuration, and request. */
export const countedRequests: [string, number, SearchRequest][] = [
  ['everything', 1, {}],
  ['everything in a flat configuration', 2, {}],
  ['everything in a configuration over parts of the thesaurus', 3, {}],
  ['a word', 1, { input: 'water' }],
  ['a synonym', 1, { input: 'mountain lion' }],
  ['German', 1, { input: 'Säugetiere' }],
  ['a word that nothing has', 1, { input: 'xylophonist' }],
  ['a concept', 1, { selectedFacets: [{ field: 'Animals', value: `${guide}/kind/mammals` }] }],
  [
    'two concepts of one tree, one within the other',
    1,
    {
      selectedFacets: [
        { field: 'Animals', value: `${guide}/kind/mammals` },
        { field: 'Animals', value: `${guide}/kind/cats` },
        { field: 'Animals', value: `${guide}/kind/birds` },
      ],
    },
  ],
  [
    'concepts of two trees and two literals',
    1,
    {
      selectedFacets: [
        { field: 'Regions', value: `${guide}/region/africa` },
        { field: 'Regions', value: `${guide}/region/americas` },
        { field: 'Way of life', value: `${guide}/way-of-life/diet` },
        { field: 'Type', label: 'mammal' },
        { field: 'Type', label: 'bird' },
      ],
    },
  ],
  ['a range of numbers in brackets', 1, { selectedFacets: [{ field: 'Mass in kg', label: '[1 TO 55]' }] }],
  ['an open range', 1, { selectedFacets: [{ field: 'Life span', label: '[30 TO *]' }] }],
  ['a range of dates', 1, { selectedFacets: [{ field: 'First described', label: '[1800-01-01 TO *]' }] }],
  [
    'all of it together',
    1,
    {
      input: 'night',
      selectedFacets: [
        { field: 'Animals', value: `${guide}/kind/vertebrates` },
        { field: 'Mass in kg', label: '[* TO 100]' },
      ],
      dateRange: { from: '1758-01-01', to: '1900-01-01' },
    },
  ],
  [
    'without a value',
    1,
    {
      excludedFacets: [
        { field: 'Animals', value: `${guide}/kind/mammals` },
        { field: 'Type', label: 'bird' },
      ],
    },
  ],
  [
    'any concept, in either order',
    1,
    {
      selectedFacets: [
        { field: 'dyn_uri_all_concepts', label: `${guide}/kind/cats`, value: 'cats' },
        { field: 'dyn_uri_all_concepts', label: 'bears', value: `${guide}/kind/bears` },
      ],
    },
  ],
];
