/** The backend that a suite is run over, and the few questions that its tests ask again and again. */
import type { Facet, SearchAnswer, SearchQuery, SearchSpace } from '@semantic-search/engine';
import type { SpaceContent, WritableBackend } from '../../../src/backends/backend.ts';
import { plain } from '../../support/documents.ts';

export interface BackendUnderTest {
  backend: WritableBackend;
  /** The space, which has nothing in it yet. */
  space: string;
  /** Gives the space its thesaurus in the way that its engine has for that. */
  learn(turtle: string): Promise<void>;
  /** Takes the engine away from under the backend, so that it cannot answer. Nothing is asked for after this. */
  takeAway(): Promise<void>;
  /** What only an engine elsewhere can do to the service; null where it lives in the service itself. */
  elsewhere: null | {
    /** Never answers, until `mend`. */
    hang(): Promise<void>;
    /** Has only part of an answer, until `mend`. */
    halve(): Promise<void>;
    mend(): Promise<void>;
  };
  close(): Promise<void>;
}

/** Filled in before the first test. */
export interface UnderTest {
  given: BackendUnderTest;
  space: SearchSpace;
  content: SpaceContent;
  search(question: Partial<SearchQuery>): Promise<SearchAnswer>;
  /** In the order of the answer. */
  ids(question: Partial<SearchQuery>): Promise<string[]>;
  /** In the order of the ids. */
  sorted(question: Partial<SearchQuery>): Promise<string[]>;
  /** The facet of the concept scheme. */
  schemeFacet(): Promise<Facet>;
  /** Its field. */
  tree(): Promise<string>;
}

export function underTest(): UnderTest {
  const the = {
    async search(question) {
      return the.space.search({ ...plain, ...question });
    },
    async ids(question) {
      return (await the.search(question)).documents.map(({ id }) => id);
    },
    async sorted(question) {
      return (await the.ids(question)).sort();
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
