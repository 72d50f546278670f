/** Remote space for tests: the fake GraphSearch server with the fixture documents, behind the adapter. */
import type { SearchSpace } from '@semantic-search/engine';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { withProblems } from '../../server/src/backends/with-problems.ts';
import { documents, plain, thesaurus } from '../../server/test/support/documents.ts';
import { limitedQueries } from '../../server/test/support/queries.ts';
import { type GraphsearchOptions, graphsearchBackend } from '../src/backend.ts';
import { type FakeGraphsearchServer, startFakeGraphsearchServer } from './fake-server/process.ts';
import { FAKE_SPACE_ID } from './fake-server/responses.ts';

export interface Problem {
  code?: string;
  message: string;
  headers?: Record<string, string>;
  cause?: Error;
}

/** Call at the top of a file. Before each test, the fake server has no faults and no recorded calls. */
export function remoteZoo() {
  const fakeServer = {} as FakeGraphsearchServer;
  const opened: { close(): Promise<void> }[] = [];

  function open(options: Partial<GraphsearchOptions> = {}) {
    const backend = withProblems(
      graphsearchBackend({
        name: 'zoo',
        searchSpaceId: FAKE_SPACE_ID,
        url: fakeServer.url,
        credentials: { type: 'none' },
        deadlineMs: 5000,
        ...options,
      }),
    );
    opened.push(backend);
    return backend;
  }
  /** Queries as the server runs them. */
  const spaceOf = async (options?: Partial<GraphsearchOptions>): Promise<SearchSpace> => {
    const space = (await open(options).space('zoo'))!;
    return { ...limitedQueries(space), facets: space.facets };
  };
  const content = async (options?: Partial<GraphsearchOptions>) => (await open(options).content('zoo'))!;
  /** Paths of the recorded calls, without metadata requests. */
  const pathsMet = async () =>
    (await fakeServer.calls())
      .map(({ method, path }) => `${method} ${path.replace('/GraphSearch/api/', '')}`)
      .filter((path) => !path.includes('context/'));

  beforeAll(async () => {
    Object.assign(fakeServer, await startFakeGraphsearchServer());
    await fakeServer.loadThesaurus(thesaurus);
    await (await content()).documents.put(documents);
  });
  afterAll(async () => {
    for (const backend of opened) await backend.close();
    await fakeServer.close();
  });
  beforeEach(async () => {
    await fakeServer.setBehavior();
    await fakeServer.calls();
  });
  return { fakeServer, open, spaceOf, content, pathsMet };
}

export const problemOf = (promise: Promise<unknown>): Promise<Problem> =>
  promise.then(
    () => ({ message: 'no problem' }),
    (error: Problem) => error,
  );
export const searched = (space: SearchSpace, more = {}) => space.search({ ...plain, ...more });
