/** What a facet setting takes where its owner says nothing; `uri`, `title` and `refId` are the owner's. */
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
