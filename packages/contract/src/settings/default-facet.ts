/**
 * Defaults of a facet setting; `uri`, `title` and `refId` have no fixed one.
 *
 * A file of its own: the schema of facets needs them too, and importing that schema would bring TypeBox into browsers.
 */
export const defaultFacet = {
  show: true,
  facetMode: 'flat',
  hierarchicalDepth: 0,
  maximumTerms: 10,
  sorting: 'count',
  sortingOrder: 'desc',
  showAllButton: true,
  searchable: false,
} as const;
