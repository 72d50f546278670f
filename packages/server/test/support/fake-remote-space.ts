/** A space at a remote service: the stand-in with the documents of the suite, asked through the adapter. */
import type { SearchSpace } from '@semantic-search/engine';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type GraphsearchOptions, graphsearchBackend } from '../../src/backends/graphsearch/backend.ts';
import { documents, plain, thesaurus } from './documents.ts';
import { type StandIn, startStandIn } from './fake-graphsearch-server/process.ts';
import { standInSpace } from './fake-graphsearch-server/responses.ts';

export interface Problem {
  code?: string;
  message: string;
  headers?: Record<string, string>;
  cause?: Error;
}

/** At the top of a file. The stand-in behaves before every test, and has met no call. */
export function remoteZoo() {
  const standIn = {} as StandIn;
  const opened: { close(): Promise<void> }[] = [];

  function open(options: Partial<GraphsearchOptions> = {}) {
    const backend = graphsearchBackend({
      name: 'zoo',
      searchSpaceId: standInSpace,
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
  /** Paths of the calls met, without what is asked beforehand. */
  const pathsMet = async () =>
    (await standIn.calls())
      .map(({ method, path }) => `${method} ${path.replace('/GraphSearch/api/', '')}`)
      .filter((path) => !path.includes('context/'));

  beforeAll(async () => {
    Object.assign(standIn, await startStandIn());
    await standIn.learn(thesaurus);
    await (await content()).documents.put(documents);
  });
  afterAll(async () => {
    for (const backend of opened) await backend.close();
    await standIn.close();
  });
  beforeEach(async () => {
    await standIn.behave();
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
