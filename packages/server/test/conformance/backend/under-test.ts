/** Fixture of the conformance suite: the backend under test, and shortcuts for common queries. */
import type { Facet, SearchQuery, SearchResult, SearchSpace } from '@semantic-search/engine';
import type { SpaceContent, WritableBackend } from '@semantic-search/engine/backend';
import { plain } from '../../support/documents.ts';

export interface BackendUnderTest {
  backend: WritableBackend;
  /** An empty space. */
  space: string;
  /** Loads the thesaurus in the way of the engine. */
  loadThesaurus(turtle: string): Promise<void>;
  /** Stops the engine permanently, so that all later calls fail. */
  stopEngine(): Promise<void>;
  /** Fault injection for a remote service; null for the embedded engine. */
  remoteFaults: null | {
    /** Never responds, until `recover`. */
    hang(): Promise<void>;
    /** Returns partial results, until `recover`. */
    returnPartialResults(): Promise<void>;
    recover(): Promise<void>;
  };
  /** Whether a service of another vendor chooses the ranges, extracts concepts and corrects nothing. */
  isForeignService?: true;
  close(): Promise<void>;
}

/** Filled in before the first test. */
export interface UnderTest {
  given: BackendUnderTest;
  space: SearchSpace;
  content: SpaceContent;
  search(query: Partial<SearchQuery>): Promise<SearchResult>;
  /** In result order. */
  ids(query: Partial<SearchQuery>): Promise<string[]>;
  /** Sorted by id. */
  sorted(query: Partial<SearchQuery>): Promise<string[]>;
  /** Facet of the concept scheme. */
  schemeFacet(): Promise<Facet>;
  /** Field of that facet. */
  tree(): Promise<string>;
}

export function underTest(): UnderTest {
  const the = {
    async search(query) {
      return the.space.search({ ...plain, ...query });
    },
    async ids(query) {
      return (await the.search(query)).documents.map(({ id }) => id);
    },
    async sorted(query) {
      return (await the.ids(query)).sort();
    },
    async schemeFacet() {
      const { facets } = await the.space.describe();
      return facets.find(({ kind, label, field }) => kind === 'concept' && label !== field)!;
    },
    async tree() {
      return (await the.schemeFacet()).field;
    },
  } as UnderTest;
  return the;
}
