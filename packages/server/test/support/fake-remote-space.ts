/** Remote space for tests: the fake GraphSearch server with the fixture documents, behind the adapter. */
import type { SearchSpace } from '@semantic-search/engine';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type GraphsearchOptions, graphsearchBackend } from '../../src/backends/graphsearch/backend.ts';
import { documents, plain, thesaurus } from './documents.ts';
import { type FakeGraphsearchServer, startFakeGraphsearchServer } from './fake-graphsearch-server/process.ts';
import { FAKE_SPACE_ID } from './fake-graphsearch-server/responses.ts';

export interface Problem {
  code?: string;
  message: string;
  headers?: Record<string, string>;
  cause?: Error;
}

/** Call at the top of a file. Before each test, the fake server has no faults and no recorded calls. */
export function remoteZoo() {
  const standIn = {} as FakeGraphsearchServer;
  const opened: { close(): Promise<void> }[] = [];

  function open(options: Partial<GraphsearchOptions> = {}) {
    const backend = graphsearchBackend({
      name: 'zoo',
      searchSpaceId: FAKE_SPACE_ID,
      url: standIn.url,
      credentials: { type: 'none' },
      deadline: 5000,
      ...options,
    });
    opened.push(backend);
    return backend;
  }
  const spaceOf = async (options?: Partial<GraphsearchOptions>): Promise<SearchSpace> =>
    (await open(options).space('zoo'))!;
  const content = async (options?: Partial<GraphsearchOptions>) =>
    (await open(options).content('zoo', false))!;
  /** Paths of the recorded calls, without metadata requests. */
  const pathsMet = async () =>
    (await standIn.calls())
      .map(({ method, path }) => `${method} ${path.replace('/GraphSearch/api/', '')}`)
      .filter((path) => !path.includes('context/'));

  beforeAll(async () => {
    Object.assign(standIn, await startFakeGraphsearchServer());
    await standIn.loadThesaurus(thesaurus);
    await (await content()).documents.put(documents);
  });
  afterAll(async () => {
    for (const backend of opened) await backend.close();
    await standIn.close();
  });
  beforeEach(async () => {
    await standIn.setBehavior();
    await standIn.calls();
  });
  return { standIn, open, spaceOf, content, pathsMet };
}

export const problemOf = (asked: Promise<unknown>): Promise<Problem> =>
  asked.then(
    () => ({ message: 'no problem' }),
    (error: Problem) => error,
  );
export const searched = (space: SearchSpace, more = {}) => space.search({ ...plain, ...more });
