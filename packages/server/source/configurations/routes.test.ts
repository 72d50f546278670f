import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Configuration,
  ConfigurationList,
  ConfigurationOutcome,
  defaultSettings,
  Logs,
  Problem,
} from '@semantic-search/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, startForTest } from '../server.testing.ts';
import { faults } from '../validation.ts';

let directory: string;
let server: Awaited<ReturnType<typeof startForTest>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'server-'));
  server = await startForTest(directory);
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

const call: typeof server.call = (...request) => server.call(...request);

async function created(config: object = {}): Promise<string> {
  const { body } = await call('POST', '/api/configurations', { config });
  return `/api/configurations/${body.id}`;
}

function expectProblem(answer: Answer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(faults(Problem, answer.body)).toEqual([]);
  expect(answer.body.status).toBe(status);
  expect(answer.body.instance).toBe(answer.headers.get('x-request-id'));
}

const keysOf = ({ body }: Answer) => (body.errors as unknown as { key: string }[]).map(({ key }) => key);

describe('POST /api/configurations', () => {
  test('with no body at all makes a configuration of default settings', async () => {
    const answer = await call('POST', '/api/configurations');
    expect(answer.status).toBe(200);
    expect(faults(ConfigurationOutcome, answer.body)).toEqual([]);
    expect(answer.body).toMatchObject({ user: 'tester', config: defaultSettings, errors: [] });
    expect(Date.parse(String(answer.body.created))).not.toBeNaN();
  });

  test('takes what GET default gives as it is', async () => {
    const { body } = await call('GET', '/api/configurations/default');
    const answer = await call('POST', '/api/configurations', body);
    expect(answer.body).toMatchObject({ config: defaultSettings, errors: [] });
  });

  test('takes what is valid, reports the rest by dotted key, and fills the gaps with defaults', async () => {
    const answer = await call('POST', '/api/configurations', {
      id: 99,
      config: {
        title: 'Cats',
        visible: 'yes',
        colour: 'red',
        layout: { navbar: { fontColor: 'blue', backgroundColor: '#123' } },
        result: { itemsPerPage: 0, numberOfTags: null },
        filter: {
          facetsToShow: [
            { uri: 'type', title: 'Kind' },
            { title: 'Nameless' },
            { uri: 'type', facetMode: 'round' },
          ],
          componentOrder: ['search', 'search', 'cellar'],
        },
      },
    });
    expect(answer.status).toBe(200);
    expect(keysOf(answer).sort()).toEqual([
      'colour',
      'filter.componentOrder[1]',
      'filter.componentOrder[2]',
      'filter.facetsToShow[1].uri',
      'filter.facetsToShow[2].facetMode',
      'id',
      'layout.navbar.fontColor',
      'result.itemsPerPage',
      'visible',
    ]);
    expect(answer.body.config).toMatchObject({
      title: 'Cats',
      visible: true,
      layout: { navbar: { fontColor: defaultSettings.layout.navbar.fontColor, backgroundColor: '#123' } },
      result: { itemsPerPage: 10, numberOfTags: null },
      filter: {
        facetsToShow: [
          { uri: 'type', title: 'Kind', refId: 'type', facetMode: 'flat', maximumTerms: 10 },
          { uri: 'type', title: 'type', facetMode: 'flat' },
        ],
        componentOrder: ['search'],
      },
    });
    const messages = answer.body.errors as unknown as { key: string; message: string }[];
    const said = Object.fromEntries(messages.map(({ key, message }) => [key, message]));
    expect(said['result.itemsPerPage']).toBe('must be an integer from 1 to 100');
    expect(said['filter.facetsToShow[2].facetMode']).toBe('must be one of "hierarchical", "flat", "top"');
    expect(said['layout.navbar.fontColor']).toContain('#rrggbb');
  });

  test('is not led astray by members that are named like methods', async () => {
    const strange = Array(9).fill({ valueOf: 1, toString: 2, toJSON: 3, hasOwnProperty: 4 });
    const answer = await call('POST', '/api/configurations', {
      config: { title: strange[0], filter: { componentOrder: strange, facetsToShow: strange } },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.config).toEqual(defaultSettings);
  });

  test('saves a facet that the search space does not have, refuses such a recommender, and says both', async () => {
    const answer = await call('POST', '/api/configurations', {
      config: {
        filter: { facetsToShow: [{ uri: 'nowhere' }, { uri: 'type' }] },
        details: { recommender: 'oracle' },
      },
    });
    expect(keysOf(answer).toSorted()).toEqual(['details.recommender', 'filter.facetsToShow[0].uri']);
    expect(answer.body.config?.filter?.facetsToShow).toHaveLength(2);
    expect(answer.body.config?.details).toMatchObject({ recommender: '' });
  });

  test('saves nothing when strictness is preferred and a setting is invalid', async () => {
    const before = (await call('GET', '/api/configurations')).body.configurations;
    const strict = { Prefer: 'handling=strict' };
    const answer = await call('POST', '/api/configurations', { config: { visible: 3 } }, strict);
    expectProblem(answer, 422);
    expect(keysOf(answer)).toEqual(['visible']);
    expect((await call('GET', '/api/configurations')).body.configurations).toEqual(before);
    const fine = await call('POST', '/api/configurations', { config: { visible: false } }, strict);
    expect(fine.status).toBe(200);
    expect(fine.headers.get('preference-applied')).toBe('handling=strict');
  });

  test.each([
    ['broken JSON', '{"config":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a config that is no object', '{"config":7}'],
    ['a config that is a list', '{"config":[]}'],
    ['a name that reaches into prototypes', '{"config":{"__proto__":{"visible":false}}}'],
    ['33 levels', `{"config":${'['.repeat(32)}${']'.repeat(32)}}`],
    ['bytes that are no UTF-8', Uint8Array.from([0x22, 0xff, 0x22])],
  ])('answers 400 to %s', async (_name, body) => {
    expectProblem(await call('POST', '/api/configurations', body), 400);
  });

  test('answers 413 to a body over 256 KiB, announced or not', async () => {
    const big = JSON.stringify({ config: { title: 'x'.repeat(256 * 1024) } });
    expectProblem(await call('POST', '/api/configurations', big), 413);
    const answer = await fetch(`${server.url}/api/configurations`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' },
      body: new Blob([big]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', ''])(
    'answers 415 to a body of type "%s"',
    async (type) => {
      const body = new TextEncoder().encode('{}');
      expectProblem(await call('POST', '/api/configurations', body, { 'Content-Type': type }), 415);
    },
  );
});

describe('reading', () => {
  test('gives the record with a strong tag, and 304 to who has it', async () => {
    const path = await created({ title: 'Tagged' });
    const first = await call('GET', path);
    expect(faults(Configuration, first.body)).toEqual([]);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const second = await call('GET', path, undefined, { 'If-None-Match': known });
      expect(second.status).toBe(304);
      expect(second.body).toBe('');
    }
    expect((await call('GET', path, undefined, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('lists and their tags follow every change', async () => {
    const before = await call('GET', '/api/configurations');
    expect(faults(ConfigurationList, before.body)).toEqual([]);
    await created({ title: 'One more' });
    const since = { 'If-None-Match': before.headers.get('etag') ?? '' };
    const after = await call('GET', '/api/configurations', undefined, since);
    expect(after.status).toBe(200);
    expect(
      (
        await call('GET', '/api/configurations', undefined, {
          'If-None-Match': after.headers.get('etag') ?? '',
        })
      ).status,
    ).toBe(304);
  });

  test('visible leaves out what is not', async () => {
    const path = await created({ visible: false, title: 'Hidden' });
    const titles = async () => JSON.stringify((await call('GET', '/api/configurations/visible')).body);
    expect(await titles()).not.toContain('Hidden');
    await call('PUT', path, { config: { visible: true } });
    expect(await titles()).toContain('Hidden');
  });

  test('HEAD gives what GET does, without the body', async () => {
    const path = await created();
    const [get, head] = [await call('GET', path), await call('HEAD', path)];
    expect(head.status).toBe(200);
    expect(head.body).toBe('');
    for (const name of ['etag', 'content-type', 'content-length']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  test.each([
    '0',
    '-1',
    '01',
    '1e1',
    '1.0',
    '+1',
    '2147483648',
    '99999999999',
    'abc',
    '%31%00',
    '１',
    '999999',
  ])('answers 404 to the id %s', async (id) => {
    for (const tail of ['', '/logs'])
      expectProblem(await call('GET', `/api/configurations/${id}${tail}`), 404);
    expectProblem(await call('PUT', `/api/configurations/${id}`, {}), 404);
    expectProblem(await call('POST', `/api/configurations/${id}/set`), 404);
    expectProblem(await call('DELETE', `/api/configurations/${id}`), 404);
  });
});

describe('PUT /api/configurations/{configId}', () => {
  test('replaces what is given and leaves the rest', async () => {
    const path = await created({ title: 'A', result: { itemsPerPage: 20 } });
    const answer = await call('PUT', path, {
      config: { title: 'B', layout: { logo: 'https://example.org/x.png' } },
    });
    expect(answer.status).toBe(200);
    expect(faults(ConfigurationOutcome, answer.body)).toEqual([]);
    expect(answer.body.config).toMatchObject({
      title: 'B',
      result: { itemsPerPage: 20 },
      layout: { logo: 'https://example.org/x.png', navbar: defaultSettings.layout.navbar },
    });
  });

  test('takes its own record back without a word and without a log entry', async () => {
    const path = await created({ title: 'A' });
    const { body } = await call('GET', path);
    const answer = await call('PUT', path, body);
    expect(answer.body.errors).toEqual([]);
    expect((await call('GET', `${path}/logs`)).body.total).toBe(1);
    expect(keysOf(await call('PUT', path, { ...body, user: 'eve', created: 'now' }))).toEqual([
      'user',
      'created',
    ]);
  });

  test('an invalid setting keeps its former value', async () => {
    const path = await created({ result: { itemsPerPage: 50 } });
    const answer = await call('PUT', path, {
      config: { result: { itemsPerPage: 'many', summaryLength: 10 } },
    });
    expect(answer.body.config?.result).toMatchObject({ itemsPerPage: 50, summaryLength: 10 });
    expectProblem(
      await call(
        'PUT',
        path,
        { config: { result: { itemsPerPage: -1 } } },
        { Prefer: 'respond-async, handling=strict' },
      ),
      422,
    );
  });

  test('answers 412 when the configuration was changed since, and changes nothing', async () => {
    const path = await created({ title: 'A' });
    const seen = { 'If-Match': (await call('GET', path)).headers.get('etag') ?? '' };
    const mine = await call('PUT', path, { config: { title: 'B' } }, seen);
    expect(mine.status).toBe(200);
    expectProblem(await call('PUT', path, { config: { title: 'C' } }, seen), 412);
    expectProblem(await call('POST', `${path}/set`, undefined, seen), 412);
    expectProblem(await call('DELETE', path, undefined, seen), 412);
    expect((await call('GET', path)).body.config).toMatchObject({ title: 'B' });
    const next = { 'If-Match': mine.headers.get('etag') ?? '' };
    expect((await call('PUT', path, { config: { title: 'C' } }, next)).status).toBe(200);
    expect((await call('PUT', path, { config: { title: 'D' } }, { 'If-Match': '*' })).status).toBe(200);
  });

  test.each(['garbage', '', 'x*x', '"a*', '"a", *', '*, "a"', "'*'"])(
    'If-Match: %s names no version, so nothing is changed',
    async (condition) => {
      const path = await created({ title: 'A' });
      const answer = await fetch(`${server.url}${path}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${server.token}`, 'If-Match': condition },
      });
      expect(answer.status).toBe(412);
      expect((await call('GET', path)).status).toBe(200);
    },
  );

  test('If-None-Match: * changes nothing that is there', async () => {
    const path = await created({ title: 'A' });
    const unlessThere = { 'If-None-Match': '*' };
    expectProblem(await call('PUT', path, { config: { title: 'B' } }, unlessThere), 412);
    expect((await call('GET', path)).body.config).toMatchObject({ title: 'A' });
  });

  test('of many at the same time with the same If-Match one wins', async () => {
    const path = await created({ title: 'A' });
    const seen = { 'If-Match': (await call('GET', path)).headers.get('etag') ?? '' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => call('PUT', path, { config: { title: `T${index}` } }, seen)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(412)]);
    expect((await call('GET', `${path}/logs`)).body.total).toBe(2);
  });
});

describe('activation and deletion', () => {
  test('set makes it the active one; deleting it leaves none', async () => {
    const path = await created({ title: 'Front' });
    const id = Number(path.split('/').at(-1));
    const set = await call('POST', `${path}/set`);
    expect(set.status).toBe(200);
    expect(set.body).toMatchObject({ activeConfigId: id });
    expect((await call('GET', '/api/configurations/active')).body).toMatchObject({
      id,
      config: { title: 'Front' },
    });
    expect((await call('GET', '/api/configurations')).body.activeConfigId).toBe(id);

    const gone = await call('DELETE', path);
    expect(gone.body).toMatchObject({ id });
    expectProblem(await call('GET', '/api/configurations/active'), 404);
    expectProblem(await call('GET', path), 404);
    expectProblem(await call('GET', `${path}/logs`), 404);
    expect(await created()).toBe(`/api/configurations/${id + 1}`);
  });
});

describe('GET /api/configurations/{configId}/logs', () => {
  test('tells what was changed, newest first, in pages', async () => {
    const path = await created({ title: 'A' });
    await call('PUT', path, { config: { title: 'B', layout: { navbar: { fontColor: '#000' } } } });
    await call('POST', `${path}/set`);
    const { body } = await call('GET', `${path}/logs`);
    expect(faults(Logs, body)).toEqual([]);
    expect(body).toMatchObject({
      total: 3,
      start: 0,
      logs: [
        { version: 3, action: 'activated', user: 'tester', changes: [] },
        {
          version: 2,
          action: 'updated',
          changes: [
            { key: 'title', oldValue: 'A', newValue: 'B' },
            { key: 'layout.navbar.fontColor', oldValue: '#ffffff', newValue: '#000' },
          ],
        },
        { version: 1, action: 'created' },
      ],
    });
    const page = await call('GET', `${path}/logs?start=1&count=1`);
    expect(page.body).toMatchObject({ total: 3, start: 1, logs: [{ version: 2 }] });
    expect((await call('GET', `${path}/logs?start=9`)).body).toMatchObject({ total: 3, start: 9, logs: [] });
  });

  test.each(['count=0', 'count=101', 'start=-1', 'start=x', 'start=1.5', 'count=1&count=2', 'start='])(
    'answers 400 to %s',
    async (query) => {
      const path = await created();
      const answer = await call('GET', `${path}/logs?${query}`);
      expectProblem(answer, 400);
      expect(keysOf(answer)).toEqual([query.split('=')[0]]);
    },
  );
});

describe('POST /api/configurations/{configId}/logs/{version}/restore', () => {
  test('brings back the settings of then, as a change of its own that can be undone too', async () => {
    const path = await created({ title: 'A', result: { itemsPerPage: 20 } });
    const before = (await call('GET', path)).body;
    await call('PUT', path, { config: { title: 'B', filter: { facetsToShow: [{ uri: 'type' }] } } });
    const between = (await call('GET', path)).body;
    const back = await call('POST', `${path}/logs/1/restore`);
    expect(back.status).toBe(200);
    expect(back.body).toMatchObject({ errors: [], config: before.config });
    expect(back.headers.get('etag')).toBe((await call('GET', path)).headers.get('etag'));
    const logs = (await call('GET', `${path}/logs`)).body;
    expect(logs.total).toBe(3);
    expect(logs.logs![0]).toMatchObject({ version: 3, action: 'updated' });
    await call('POST', `${path}/logs/2/restore`);
    expect((await call('GET', path)).body).toEqual(between);
  });

  test('to what is there already changes nothing', async () => {
    const path = await created({ title: 'A' });
    expect((await call('POST', `${path}/logs/1/restore`)).body.message).toContain('is as it was then');
    expect((await call('GET', `${path}/logs`)).body.total).toBe(1);
  });

  test('is refused for other versions, and where the configuration has changed meanwhile', async () => {
    const path = await created({ title: 'A' });
    for (const version of ['0', '2', 'x', '1.0', '99999999999']) {
      expectProblem(await call('POST', `${path}/logs/${version}/restore`), 404);
    }
    const headers = { 'If-Match': '"former"' };
    expectProblem(await call('POST', `${path}/logs/1/restore`, undefined, headers), 412);
    expectProblem(await call('POST', '/api/configurations/999999/logs/1/restore'), 404);
  });
});

describe('HTTP', () => {
  test.each([
    ['DELETE', '/api/configurations', 'GET, HEAD, POST, OPTIONS'],
    ['PATCH', '/api/configurations/1', 'DELETE, GET, HEAD, PUT, OPTIONS'],
    ['DELETE', '/api/configurations/active', 'GET, HEAD, OPTIONS'],
    ['PUT', '/api/configurations/default', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/configurations/1/set', 'POST, OPTIONS'],
    ['POST', '/health', 'GET, HEAD, OPTIONS'],
  ])('%s %s is answered 405 with what is allowed', async (method, path, allow) => {
    const answer = await call(method, path);
    expectProblem(answer, 405);
    expect(answer.headers.get('allow')).toBe(allow);
  });

  test('OPTIONS tells the methods', async () => {
    const answer = await call('OPTIONS', '/api/configurations');
    expect(answer.status).toBe(204);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
  });

  test('what cannot be accepted is 406; what can is JSON', async () => {
    expectProblem(await call('GET', '/api/configurations', undefined, { Accept: 'image/png' }), 406);
    for (const Accept of ['*/*', 'application/json', 'application/*;q=0.5', 'text/html, */*;q=0.1']) {
      expect((await call('GET', '/api/configurations', undefined, { Accept })).status).toBe(200);
    }
  });

  test('takes over a sane request id and makes one otherwise', async () => {
    const id = async (sent: string) =>
      (await call('GET', '/health', undefined, { 'X-Request-Id': sent })).headers.get('x-request-id');
    expect(await id('abc-123')).toBe('abc-123');
    for (const strange of ['a b', '<script>', 'x'.repeat(200), '"'])
      expect(await id(strange)).toMatch(/^[\da-f-]{36}$/);
  });

  test('unknown paths are 404 with a problem', async () => {
    expectProblem(await call('GET', '/api/nothing'), 404);
    expectProblem(await call('GET', '/nothing'), 404);
    expectProblem(await call('GET', '/api/configurations/1/nothing'), 404);
    for (const broken of ['%', '%E0%A4%A', '%C0%AF', '..%2f1', '%2e%2e']) {
      expectProblem(await call('GET', `/api/configurations/${broken}`), 404);
      expectProblem(await call('GET', `/${broken}`), 404);
    }
  });

  test('health, readiness and version need no token', async () => {
    const open = { Authorization: '' };
    expect((await call('GET', '/health', undefined, open)).status).toBe(200);
    const ready = await call('GET', '/ready', undefined, open);
    const parts = { service: 'ready', configurations: 'ready', tokens: 'ready' };
    expect(ready.body).toEqual({ status: 'ready', parts });
    expect((await call('GET', '/api/version', undefined, open)).body.version).toMatch(/^\d+\.\d+\.\d+/);
  });
});
