/** Defaults of a facet setting; `uri`, `title` and `refId` have none. */
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
