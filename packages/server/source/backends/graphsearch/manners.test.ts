/** The manners of remote services that the adapter survives. The stand-in proves conformance to the documents only. */
import type { Space } from '@semantic-search/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ask } from '../ask.ts';
import { documents, facetQuestion, plain, puma, thesaurus } from '../fixtures.testing.ts';
import { type GraphsearchOptions, graphsearchBackend } from './backend.ts';
import { standInSpace } from './stand-in-operations.testing.ts';
import { type StandIn, startStandIn } from './stand-in-process.testing.ts';

let standIn: StandIn;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  standIn = await startStandIn();
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
const spaceOf = async (options?: Partial<GraphsearchOptions>): Promise<Space> =>
  (await open(options).space('zoo'))!;
const content = async (options?: Partial<GraphsearchOptions>) => (await open(options).content('zoo', false))!;

interface Problem {
  code?: string;
  message: string;
  headers?: Record<string, string>;
  cause?: Error;
}
const problemOf = (asked: Promise<unknown>): Promise<Problem> =>
  asked.then(
    () => ({ message: 'no problem' }),
    (error: Problem) => error,
  );
const searched = (space: Space, more = {}) => space.search({ ...plain, ...more });
/** Paths of the calls met, without what is asked beforehand. */
const pathsMet = async () =>
  (await standIn.calls())
    .map(({ method, path }) => `${method} ${path.replace('/GraphSearch/api/', '')}`)
    .filter((path) => !path.includes('context/'));

test('who pages through an answer asks the service for no more than the pages', async () => {
  const space = await spaceOf();
  await searched(space, { input: 'near houses' });
  const first = await pathsMet();
  expect(first.filter((path) => path !== 'POST search')).not.toEqual([]);
  await searched(space, { input: 'near houses', start: 1 });
  expect(await pathsMet()).toEqual(['POST search']);
});

describe('answers in other shapes', () => {
  test('before version 7 results are in another member, and texts are sent word by word', async () => {
    await standIn.behave({ version: 6 });
    const space = await spaceOf({ version: '6.2', wordByWord: true });
    expect((await searched(space, { input: 'near houses' })).documents).toHaveLength(1);
    const met = await standIn.calls();
    const search = met.find(({ path }) => path === '/GraphSearch/6.2/api/search');
    const words = (search!.body as { searchFilters: { field: string; value: string }[] }).searchFilters;
    expect(words.map(({ field, value }) => [field, value])).toEqual([
      ['dyn_txt_content', 'near'],
      ['dyn_txt_content', 'houses'],
    ]);
  });

  test('concepts may have their URI as label and their name as value', async () => {
    await standIn.behave({ uriAsLabel: true });
    const field = 'dyn_uri_all_concepts';
    const { facets, documents: found } = await searched(await spaceOf(), {
      input: '"near houses"',
      facets: [facetQuestion(field)],
      documentFacets: [field],
    });
    expect(facets[0]!.values.find(({ value }) => value === puma)).toMatchObject({ label: 'Puma', count: 1 });
    expect(found[0]!.facets).toEqual([{ field, values: [{ label: 'Puma', value: puma }] }]);
  });

  test('positions may count their last character in', async () => {
    const question = { text: 'The puma. Puma!', language: 'en', count: 5 };
    const exclusive = await (await spaceOf()).extract(question);
    await standIn.behave({ inclusiveEnds: true });
    expect(await (await spaceOf()).extract(question)).toEqual(exclusive);
    expect(exclusive[0]!.matchedTexts[0]!.positions).toEqual([{ begin: 4, end: 8 }]);
  });

  test('numbers that come one by one become ranges that can be selected', async () => {
    await standIn.behave({ numbersAsValues: true });
    const { facets } = await searched(await spaceOf(), { facets: [facetQuestion('dyn_flt_mass')] });
    expect(facets[0]!.values.every(({ label }) => /^\[\d+ TO \d+\]$/.test(label))).toBe(true);
  });
});

describe('failures', () => {
  test.each(['errorMessage', 'message', 'responseBase', 'html'] as const)(
    'told as %s are 502, and their words stay in the log',
    async (errors) => {
      await standIn.behave({ errors, failing: { status: 500, path: 'search' } });
      const problem = await problemOf(searched(await spaceOf()));
      expect(problem).toMatchObject({ code: 'bad-gateway' });
      expect(problem.message).toBe('The search space "zoo" could not answer.');
      expect(problem.cause?.message).toMatch(errors === 'html' ? /500/ : /It failed inside/);
    },
  );

  test('an unknown space, an overloaded service, one too slow by its own word', async () => {
    const other = await spaceOf({ searchSpaceId: 'no-such' });
    expect(await problemOf(searched(other))).toMatchObject({ code: 'service-unavailable' });
    for (const [status, code] of [
      [404, 'service-unavailable'],
      [503, 'service-unavailable'],
      [504, 'gateway-timeout'],
      [400, 'bad-gateway'],
    ] as const) {
      await standIn.behave({ failing: { status, path: 'search' } });
      expect(await problemOf(searched(await spaceOf()))).toMatchObject({ code });
    }
  });

  test.each(['no-json', 'no-object', 'huge', 'bomb'] as const)('an answer that is %s is 502', async (how) => {
    await standIn.behave({ odd: { path: 'search', how } });
    const space = await spaceOf({ limit: 1_000_000 });
    expect(await problemOf(searched(space))).toMatchObject({ code: 'bad-gateway' });
  });

  test.each(['hang', 'drip'] as const)('a service that %ss is 504 at the deadline', async (how) => {
    const space = await spaceOf({ deadline: 400 });
    await space.facet('type');
    await standIn.behave({ odd: { path: 'search', how } });
    expect(await problemOf(searched(space))).toMatchObject({ code: 'gateway-timeout' });
  });

  test('a redirect is not followed', async () => {
    await standIn.behave({ redirect: '/GraphSearch/api/elsewhere' });
    expect(await problemOf(searched(await spaceOf()))).toMatchObject({ code: 'bad-gateway' });
    expect(await pathsMet()).toEqual(['POST search']);
  });

  test('a client that goes takes its call along', async () => {
    const space = await spaceOf();
    await space.facet('type');
    await standIn.behave({ odd: { path: 'search', how: 'hang' } });
    const client = new AbortController();
    const asked = problemOf(
      ask({ space: 'zoo', signal: client.signal, deadline: 5000 }, (signal) => space.search(plain, signal)),
    );
    await vi.waitFor(async () => expect(await pathsMet()).toContain('POST search'));
    client.abort();
    await asked;
    await vi.waitFor(async () => expect(await pathsMet()).toContain('LEFT search'));
  });
});

describe('connections that break', () => {
  test('a question is asked once more', async () => {
    const space = await spaceOf();
    await space.facet('type');
    await standIn.behave({ cut: 1 });
    expect(await searched(space)).toMatchObject({ total: 4 });
    expect(await pathsMet()).toEqual(['CUT search', 'POST search']);
  });

  test('again and again it is 503', async () => {
    const space = await spaceOf();
    await space.facet('type');
    await standIn.behave({ cut: 9 });
    expect(await problemOf(searched(space))).toMatchObject({ code: 'service-unavailable' });
    await standIn.behave({ odd: { path: 'search', how: 'break' } });
    expect(await problemOf(searched(space))).toMatchObject({ code: 'service-unavailable' });
  });

  test('a change is not sent twice', async () => {
    const writer = await content();
    await standIn.behave({ cut: 1 });
    // The document names its language, so nothing needs to be known of the space.
    const problem = await problemOf(writer.documents.put(documents.slice(0, 1)));
    expect(problem).toMatchObject({ code: 'service-unavailable' });
    expect(await pathsMet()).toEqual(['CUT content/update']);
  });
});

describe('a service that keeps failing', () => {
  const options = { guard: { failures: 3, rest: 60_000 } };

  test('is left alone for a while: 503 at once, with the time to come back', async () => {
    const space = await spaceOf(options);
    await space.facet('type');
    await standIn.behave({ failing: { status: 500, path: 'search' } });
    for (let round = 0; round < 3; round += 1) await problemOf(searched(space));
    await standIn.calls();
    const problem = await problemOf(searched(space));
    expect(problem).toMatchObject({ code: 'service-unavailable', headers: { 'Retry-After': '5' } });
    expect(await pathsMet()).toEqual([]);
  });

  test('what is wrong with one question does not count', async () => {
    const space = await spaceOf(options);
    await space.facet('type');
    await standIn.behave({ failing: { status: 400, path: 'search' } });
    for (let round = 0; round < 5; round += 1) await problemOf(searched(space));
    await standIn.behave();
    expect(await searched(space)).toMatchObject({ total: 4 });
  });

  test('is asked whether it lives: an empty answer says yes', async () => {
    const backend = open(options);
    expect(await backend.trouble()).toBeUndefined();
    await standIn.behave({ failing: { status: 500, path: 'heartbeat' } });
    expect(await backend.trouble()).toContain('zoo');
  });
});

describe('credentials', () => {
  const secret = { client: 'search', secret: 'a:b c%', lifetime: 300 };
  const tokenUrl = () => new URL('oauth/token', standIn.url);
  const clientCredentials = () =>
    ({
      type: 'client-credentials',
      tokenUrl: tokenUrl(),
      client: secret.client,
      secret: secret.secret,
    }) as const;
  const tokensFetched = async () => (await pathsMet()).filter((path) => path.includes('token')).length;

  test('by name and password', async () => {
    await standIn.behave({ credentials: { type: 'basic', user: 'ann', password: 'pässword:1' } });
    const credentials = { type: 'basic', user: 'ann', password: 'pässword:1' } as const;
    expect(await searched(await spaceOf({ credentials }))).toMatchObject({ total: 4 });
  });

  test('that are wrong are 502, without a word about them', async () => {
    await standIn.behave({ credentials: { type: 'basic', user: 'ann', password: 'right' } });
    const credentials = { type: 'basic', user: 'ann', password: 'wrong-one' } as const;
    const problem = await problemOf(searched(await spaceOf({ credentials })));
    expect(problem).toMatchObject({
      code: 'bad-gateway',
      message: 'The search space "zoo" could not answer.',
    });
    expect(JSON.stringify(problem.cause, Object.getOwnPropertyNames(problem.cause))).not.toContain(
      'wrong-one',
    );
  });

  test('by OAuth 2.0: one token serves all calls, also those that begin together', async () => {
    await standIn.behave({ credentials: { type: 'token', ...secret } });
    const space = await spaceOf({ credentials: clientCredentials() });
    await Promise.all([searched(space), searched(space, { input: 'puma' }), space.describe()]);
    await searched(space);
    expect(await tokensFetched()).toBe(1);
  });

  test('a token past its time is renewed, and a revoked one too', async () => {
    await standIn.behave({ credentials: { type: 'token', ...secret, lifetime: 0.0001 } });
    const space = await spaceOf({ credentials: clientCredentials() });
    await space.facet('type');
    await standIn.calls();
    await searched(space);
    expect(await tokensFetched()).toBe(1);
    await standIn.behave({ credentials: { type: 'token', ...secret } });
    await searched(space);
    await standIn.revokeTokens();
    await standIn.calls();
    expect(await searched(space)).toMatchObject({ total: 4 });
    expect(await pathsMet()).toEqual(['POST search', 'POST /oauth/token', 'POST search']);
  });

  test('of a person, by password', async () => {
    const person = { user: 'ann', password: 'secret' };
    await standIn.behave({ credentials: { type: 'token', ...secret, ...person } });
    const credentials = { ...clientCredentials(), type: 'password', ...person } as const;
    expect(await searched(await spaceOf({ credentials }))).toMatchObject({ total: 4 });
    const wrong = { ...credentials, password: 'other' } as const;
    expect(await problemOf(searched(await spaceOf({ credentials: wrong })))).toMatchObject({
      code: 'bad-gateway',
    });
  });
});

describe('writing', () => {
  test('a document that the service refuses is told by its place, not in the words of the service', async () => {
    await standIn.behave({ refuses: ['urn:y'] });
    const written = ['urn:x', 'urn:y', 'urn:z'].map((id) => ({ id, title: 'New', subjects: [] }));
    const { documents: writer } = await content();
    expect(await writer.put(written)).toEqual({
      accepted: 2,
      refused: [{ index: 1, message: 'The search service refused the document.' }],
    });
    expect(await searched(await spaceOf(), { input: 'new' })).toMatchObject({ total: 2 });
    for (const { id } of written) await writer.delete(id);
  });

  test('several lines of one id are sent as the last of them: the service might take them in another order', async () => {
    await standIn.behave({ refuses: ['urn:y'] });
    const written = ['x 1', 'y 1', 'x 2', 'z 1', 'y 2', 'x 3'].map((line) => ({
      id: `urn:${line[0]}`,
      title: line,
      subjects: [],
    }));
    const { documents: writer } = await content();
    await standIn.calls();
    const message = 'The search service refused the document.';
    expect(await writer.put(written)).toEqual({
      accepted: 4,
      refused: [
        { index: 1, message },
        { index: 4, message },
      ],
    });
    const titles = (await standIn.calls())
      .filter(({ path }) => path.endsWith('content/update'))
      .map(({ body }) => (body as { title: string }).title);
    expect(titles.slice(0, 3).sort()).toEqual(['x 3', 'y 2', 'z 1']);
    expect(titles.slice(3)).toEqual(['z 1']);
    for (const id of ['urn:x', 'urn:z']) await writer.delete(id);
  });

  test('a service that fails in the middle fails the whole, which can be written again', async () => {
    const { documents: writer } = await content();
    await standIn.behave({ failing: { status: 500, path: 'content' } });
    const written = [{ id: 'urn:x', title: 'New' }];
    expect(await problemOf(writer.put(written))).toMatchObject({ code: 'bad-gateway' });
  });

  test('attributes and subjects become values of facets, dates are told in full', async () => {
    const { documents: writer } = await content();
    await writer.put([
      {
        id: 'urn:x',
        title: 'X',
        text: 'Text',
        date: '2001',
        link: 'https://example.org',
        size: 3,
        tags: ['a', 'b'],
        subjects: [puma],
      },
    ]);
    const [update] = (await standIn.calls()).filter(({ path }) => path.endsWith('content/update'));
    expect(update?.body).toEqual({
      identifier: 'urn:x',
      searchSpaceId: standInSpace,
      title: 'X',
      text: 'Text',
      language: 'en',
      date: '2001-01-01T00:00:00.000Z',
      website: 'https://example.org',
      facets: { dyn_uri_all_concepts: [puma], dyn_flt_size: ['3'], dyn_lit_tags: ['a', 'b'] },
      useExtraction: false,
      synchronize: true,
    });
    await writer.delete('urn:x');
  });
});

test('answers end at the window that the service has, and the problem names it', async () => {
  const problem = await problemOf(searched(await spaceOf({ window: 20 }), { start: 15, count: 10 }));
  expect(problem).toMatchObject({ code: 'bad-request' });
  expect(problem.message).toContain('20');
});

test('ids and inputs reach the service as they are', async () => {
  const id = documents[2]!.id;
  const space = await spaceOf();
  await space.similar({ id, count: 2, documentFacets: [], summaryLength: 0 });
  const [similar] = (await standIn.calls()).filter(({ path }) => path.endsWith('similar'));
  expect(similar?.query.id).toBe(id);
});
