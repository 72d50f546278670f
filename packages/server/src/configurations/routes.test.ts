/** Reading, changing, activating and deleting configurations. */
import {
  Configuration,
  ConfigurationList,
  ConfigurationOutcome,
  defaultSettings,
  type LatestChanges,
} from '@semantic-search/contract';
import { describe, expect, test } from 'vitest';
import { expectProblem } from '../../test/support/problem.ts';
import { keysOf } from '../../test/support/server.ts';
import { served } from '../../test/support/service.ts';
import { validationErrors } from '../validation.ts';

const server = served();
const { call, created } = server;

describe('reading', () => {
  test('returns the record with a strong tag, or 304 if the tag matches', async () => {
    const path = await created({ title: 'Tagged' });
    const first = await call('GET', path);
    expect(validationErrors(Configuration, first.body)).toEqual([]);
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
    expect(validationErrors(ConfigurationList, before.body)).toEqual([]);
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

  test('visible lists only visible configurations', async () => {
    const path = await created({ visible: false, title: 'Hidden' });
    const titles = async () => JSON.stringify((await call('GET', '/api/configurations/visible')).body);
    expect(await titles()).not.toContain('Hidden');
    await call('PUT', path, { config: { visible: true } });
    expect(await titles()).toContain('Hidden');
  });

  test('HEAD returns the headers of GET without a body', async () => {
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
  ])('returns 404 for the id %s', async (id) => {
    for (const tail of ['', '/logs'])
      expectProblem(await call('GET', `/api/configurations/${id}${tail}`), 404);
    expectProblem(await call('PUT', `/api/configurations/${id}`, {}), 404);
    expectProblem(await call('POST', `/api/configurations/${id}/set`), 404);
    expectProblem(await call('DELETE', `/api/configurations/${id}`), 404);
  });
});

describe('PUT /api/configurations/{configId}', () => {
  test('replaces the given settings and keeps the others', async () => {
    const path = await created({ title: 'A', result: { itemsPerPage: 20 } });
    const response = await call('PUT', path, {
      config: { title: 'B', layout: { logo: 'https://example.org/x.png' } },
    });
    expect(response.status).toBe(200);
    expect(validationErrors(ConfigurationOutcome, response.body)).toEqual([]);
    expect(response.body.config).toMatchObject({
      title: 'B',
      result: { itemsPerPage: 20 },
      layout: { logo: 'https://example.org/x.png', navbar: defaultSettings.layout.navbar },
    });
  });

  test('accepts its own response without errors and without a log entry', async () => {
    const path = await created({ title: 'A' });
    const { body } = await call('GET', path);
    const response = await call('PUT', path, body);
    expect(response.body.errors).toEqual([]);
    expect((await call('GET', `${path}/logs`)).body.total).toBe(1);
    expect(keysOf(await call('PUT', path, { ...body, user: 'eve', created: 'now' }))).toEqual([
      'user',
      'created',
    ]);
  });

  test('an invalid setting keeps its previous value', async () => {
    const path = await created({ result: { itemsPerPage: 50 } });
    const response = await call('PUT', path, {
      config: { result: { itemsPerPage: 'many', summaryLength: 10 } },
    });
    expect(response.body.config?.result).toMatchObject({ itemsPerPage: 50, summaryLength: 10 });
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

  test('returns 412 after another change and changes nothing', async () => {
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
    'returns 400 for the malformed If-Match %s and changes nothing',
    async (condition) => {
      const path = await created({ title: 'A' });
      const response = await fetch(`${server.url}${path}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${server.token}`, 'If-Match': condition },
      });
      expect(response.status).toBe(400);
      expect((await call('GET', path)).status).toBe(200);
    },
  );

  test('If-None-Match: * changes no existing configuration', async () => {
    const path = await created({ title: 'A' });
    const unlessThere = { 'If-None-Match': '*' };
    expectProblem(await call('PUT', path, { config: { title: 'B' } }, unlessThere), 412);
    expect((await call('GET', path)).body.config).toMatchObject({ title: 'A' });
  });

  test('exactly one of many concurrent updates with the same If-Match succeeds', async () => {
    const path = await created({ title: 'A' });
    const seen = { 'If-Match': (await call('GET', path)).headers.get('etag') ?? '' };
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => call('PUT', path, { config: { title: `T${index}` } }, seen)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(412)]);
    expect((await call('GET', `${path}/logs`)).body.total).toBe(2);
  });
});

describe('activation and deletion', () => {
  test('set activates a configuration; deleting the active one leaves none active', async () => {
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

    const latest = async () => {
      const { body } = await call('GET', '/api/configurations/changes');
      return (body as unknown as LatestChanges).changes.find((change) => change.id === id);
    };
    expect(await latest()).toMatchObject({ title: 'Front', action: 'deleted' });

    const undeleted = await call('POST', `${path}/undelete`);
    expect(await latest()).toMatchObject({ title: 'Front', action: 'undeleted' });
    expect(undeleted.body).toMatchObject({ id, config: { title: 'Front' }, errors: [] });
    const again = await call('GET', path);
    expect(again.headers.get('etag')).toBe(undeleted.headers.get('etag'));
    expectProblem(await call('GET', '/api/configurations/active'), 404);
    expectProblem(await call('POST', '/api/configurations/999/undelete'), 404);
  });
});
