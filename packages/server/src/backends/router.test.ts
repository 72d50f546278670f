/** The complete server with an embedded space and a remote space at the fake GraphSearch server. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalBackend } from '@semantic-search/engine/backend';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  type FakeGraphsearchServer,
  startFakeGraphsearchServer,
} from '../../../graphsearch/test/fake-server/process.ts';
import { FAKE_SPACE_ID } from '../../../graphsearch/test/fake-server/responses.ts';
import { documents, thesaurus } from '../../test/support/documents.ts';
import { startForTest } from '../../test/support/server.ts';
import { openContent } from '../open-content.ts';
import { backendRouter } from './router.ts';

let directory: string;
let fakeServer: FakeGraphsearchServer;
/** Without a thesaurus. */
let plain: FakeGraphsearchServer;
let server: Awaited<ReturnType<typeof startForTest>>;
const configurations: Record<string, number> = {};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'routed-'));
  [fakeServer, plain] = await Promise.all([startFakeGraphsearchServer(), startFakeGraphsearchServer()]);
  await fakeServer.loadThesaurus(thesaurus);
  const file = join(directory, 'backends.json');
  const remote = {
    backend: 'graphsearch',
    url: fakeServer.url,
    searchSpaceId: FAKE_SPACE_ID,
    calls: 2,
  };
  await writeFile(
    file,
    JSON.stringify({
      spaces: {
        there: { ...remote, similarities: ['combined'] },
        plain: { ...remote, url: plain.url },
      },
    }),
  );
  const environment = { DATA_DIR: directory, BACKENDS_FILE: file, BACKEND_DEADLINE: '1500' };
  server = await startForTest(directory, environment, openContent);
  for (const space of ['here', 'there', 'plain']) {
    await fetch(`${server.url}/api/spaces/${space}/documents`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/x-ndjson' },
      body: documents.map((document) => JSON.stringify(document)).join('\n'),
    }).then((response) => response.text());
    const { body } = await server.call('POST', '/api/configurations', {
      config: { title: space, searchSpace: space },
    });
    configurations[space] = Number(body.id);
  }
});
afterAll(async () => {
  await server?.close();
  await fakeServer?.close();
  await plain?.close();
  await rm(directory, { recursive: true });
});
beforeEach(() => fakeServer.setBehavior());

const search = (space: string, input: string) =>
  server.call('POST', `/api/configurations/${configurations[space]}/search`, { input });

describe('spaces of two backends', () => {
  test('spaces of both backends are listed and searched alike', async () => {
    const { body } = await server.call('GET', '/api/spaces');
    expect(body.spaces).toMatchObject([
      { name: 'here', documents: 4, healthy: true },
      { name: 'plain', documents: 4, concepts: 0, healthy: true },
      { name: 'there', documents: 4, concepts: 4, healthy: true, similarities: ['combined'] },
    ]);
    for (const space of ['here', 'there']) {
      expect(await search(space, 'houses')).toMatchObject({
        status: 200,
        body: { total: 1, result: [{ id: documents[2]!.id, searchSpaceId: space }] },
      });
    }
  });

  test('a space without a thesaurus can be searched and its documents read with a derived configuration', async () => {
    expect(await search('plain', 'houses')).toMatchObject({
      status: 200,
      body: { total: 1, result: [{ id: documents[2]!.id, facetList: [{ field: 'dyn_lit_type' }, {}] }] },
    });
    const id = configurations.plain;
    for (const question of [
      'document?uri=urn:a',
      'getSimilar?uri=urn:a',
      'suggestConcepts?searchString=puma',
    ]) {
      const response = await server.call('GET', `/api/configurations/${id}/${question}`);
      expect(response.status, JSON.stringify(response.body)).toBe(200);
    }
  });

  test('a document of a remote space has concepts without definitions', async () => {
    const path = `/api/configurations/${configurations.there}/document?uri=urn:a`;
    const { body } = await server.call('GET', path);
    expect(body.concepts).toMatchObject([{ label: 'Puma', definition: null }]);
  });

  test('an agent finds documents of a service that returns no texts, without passages', async () => {
    const address = '/api/spaces/there/documents/urn%3Aheron';
    await server.call('PUT', address, { title: 'Heron' });
    onTestFinished(async () => void (await server.call('DELETE', address)));
    const call = { name: 'search', arguments: { configuration: configurations.there, input: 'heron' } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
    const accept = { Accept: 'application/json, text/event-stream' };
    const { body } = await server.call('POST', '/mcp', message, accept);
    expect(body.result).toMatchObject({ structuredContent: { total: 1, passages: [] } });
  });

  test('operations that a backend does not support return an error', async () => {
    const turtle = { 'Content-Type': 'text/turtle' };
    const replaced = await server.call('PUT', '/api/spaces/there/thesaurus', thesaurus, turtle);
    expect(replaced).toMatchObject({ status: 405, body: { type: '/problems/method-not-allowed' } });
    const read = await server.call('GET', '/api/spaces/there/documents/urn:a');
    expect(read.status).toBe(405);
    expect(read.headers.get('Allow')).toBe('PUT, DELETE');
    expect((await server.call('GET', '/api/spaces/here/documents/urn:a')).status).toBe(200);
  });

  test('a hanging space leads to 504 or 503 and does not slow down the other', async () => {
    await fakeServer.setBehavior({ odd: { path: 'search', how: 'hang' } });
    const pending = Array.from({ length: 20 }, (_, index) => search('there', `houses ${index}`));
    let slow = 20;
    for (const each of pending)
      void each.then(() => {
        slow -= 1;
      });
    const metrics = async () => String((await server.call('GET', '/metrics')).body);
    const waiting = 'backend_calls_waiting{space="there"} 8\n';
    const searchFiveTimes = async () => {
      for (let round = 0; round < 5; round += 1) expect((await search('here', 'houses')).status).toBe(200);
    };
    // At the same time, because the hanging searches wait no longer than the deadline.
    await Promise.all([expect.poll(metrics, { timeout: 5000 }).toContain(waiting), searchFiveTimes()]);
    expect(slow).toBeGreaterThan(0);
    const statuses = new Set((await Promise.all(pending)).map(({ status }) => status));
    expect([...statuses].sort()).toEqual([503, 504]);
    expect((await server.call('GET', '/ready')).status).toBe(200);
  });

  test('checks of saved settings end after their own wait, and are no failures of the space', async () => {
    const patient = await mkdtemp(join(tmpdir(), 'patient-'));
    const environment = { BACKENDS_FILE: join(directory, 'backends.json'), BACKEND_DEADLINE: '60000' };
    const { call, close } = await startForTest(patient, environment, openContent);
    onTestFinished(async () => {
      await close();
      await rm(patient, { recursive: true });
    });
    const { body } = await call('POST', '/api/configurations', { config: { searchSpace: 'there' } });
    await fakeServer.setBehavior({ odd: { path: 'search', how: 'hang' } });
    // As many as the failed searches after which a space gets no requests for a while.
    for (const hidden of ['urn:a', 'urn:b', 'urn:c', 'urn:d', 'urn:e']) {
      const curation = [{ name: 'without one', when: {}, hide: [hidden] }];
      const saved = await call('PUT', `/api/configurations/${body.id}`, { config: { curation } });
      expect(saved.status).toBe(200);
    }
    const ended =
      /^backend_call_duration_seconds_count\{space="there",operation="search",outcome="failed"\} 5$/m;
    const metrics = async () => String((await call('GET', '/metrics')).body);
    await expect.poll(metrics, { timeout: 5000 }).toMatch(ended);
    await fakeServer.setBehavior();
    const visit = await call('POST', `/api/configurations/${body.id}/search`, { input: 'houses' });
    expect(visit.status).toBe(200);
  });

  test('/ready lists an unavailable space and stays ready while another one works', async () => {
    await fakeServer.setBehavior({ failing: { status: 500, path: 'heartbeat' } });
    expect(await server.call('GET', '/ready')).toMatchObject({
      status: 200,
      body: {
        status: 'ready',
        parts: { search: 'ready', 'search space there': 'not ready', 'search space plain': 'ready' },
      },
    });
  });

  test('a problem names the space and hides the cause', async () => {
    await fakeServer.setBehavior({ failing: { status: 500, path: '' } });
    const { status, body } = await search('there', 'anything');
    expect([502, 503]).toContain(status);
    expect(JSON.stringify(body)).toContain('there');
    expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|It failed inside/);
  });
});

test('closes all backends even if one rejects', async () => {
  const closed: string[] = [];
  const backend = (name: string, failure?: Error): LocalBackend => ({
    names: async () => [],
    space: async () => undefined,
    content: async () => undefined,
    deleteSpace: async () => false,
    unavailableReason: async () => undefined,
    close: async () => {
      closed.push(name);
      if (failure) throw failure;
    },
  });
  const remote = new Map([
    ['first', backend('first', new Error('first'))],
    ['second', backend('second')],
  ]);
  await expect(backendRouter(backend('local'), remote).close()).rejects.toThrow('first');
  expect(closed).toEqual(['first', 'second', 'local']);
});
