/** The history of a configuration, and going back in it. */
import { Logs } from '@semantic-search/contract';
import { describe, expect, test } from 'vitest';
import { expectProblem } from '../../test/support/problem.ts';
import { keysOf } from '../../test/support/server.ts';
import { served } from '../../test/support/service.ts';
import { validationErrors } from '../validation.ts';

const { call, created } = served();

describe('GET /api/configurations/{configId}/logs', () => {
  test('lists the changes in pages, newest first', async () => {
    const path = await created({ title: 'A' });
    await call('PUT', path, { config: { title: 'B', layout: { navbar: { fontColor: '#000' } } } });
    await call('POST', `${path}/set`);
    const { body } = await call('GET', `${path}/logs`);
    expect(validationErrors(Logs, body)).toEqual([]);
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
    'returns 400 for %s',
    async (query) => {
      const path = await created();
      const response = await call('GET', `${path}/logs?${query}`);
      expectProblem(response, 400);
      expect(keysOf(response)).toEqual([query.split('=')[0]]);
    },
  );
});

describe('POST /api/configurations/{configId}/logs/{version}/restore', () => {
  test('restores the settings of a version as a new change, which can be undone', async () => {
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

  test('removes optional settings that were added after that version', async () => {
    const path = await created({ title: 'A' });
    const before = (await call('GET', path)).body;
    const curation = [{ name: 'Owls', when: { query: 'owl', match: 'equals' }, hide: ['urn:a'] }];
    const filter = { facetsToShow: [{ uri: 'type' }], tabs: 'type' };
    await call('PUT', path, { config: { curation, filter, insight: 'detailed', scope: { include: [] } } });
    expect((await call('POST', `${path}/logs/1/restore`)).body.errors).toEqual([]);
    expect((await call('GET', path)).body).toEqual(before);
    const { body } = await call('GET', `${path}/logs`);
    expect(validationErrors(Logs, body)).toEqual([]);
    expect(body.logs![0]!.changes).toContainEqual({ key: 'curation', oldValue: curation, newValue: null });
  });

  test('to the current settings changes nothing', async () => {
    const path = await created({ title: 'A' });
    expect((await call('POST', `${path}/logs/1/restore`)).body.message).toContain('is unchanged');
    expect((await call('GET', `${path}/logs`)).body.total).toBe(1);
  });

  test('is rejected for unknown versions and after a concurrent change', async () => {
    const path = await created({ title: 'A' });
    for (const version of ['0', '2', 'x', '1.0', '99999999999']) {
      expectProblem(await call('POST', `${path}/logs/${version}/restore`), 404);
    }
    const headers = { 'If-Match': '"former"' };
    expectProblem(await call('POST', `${path}/logs/1/restore`, undefined, headers), 412);
    expectProblem(await call('POST', '/api/configurations/999999/logs/1/restore'), 404);
  });
});
