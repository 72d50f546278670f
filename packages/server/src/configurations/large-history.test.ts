/** Histories and lists that are too long for one piece. */
import { Logs } from '@semantic-search/contract';
import { expect, test } from 'vitest';
import { served } from '../../test/support/service.ts';
import { validationErrors } from '../validation.ts';

const server = served();
const { call, created } = server;

/** Settings of some hundred thousand characters. */
const large = (letter: string) => ({
  title: letter,
  filter: {
    facetsToShow: Array.from({ length: 100 }, (_, index) => ({
      uri: `urn:${index}:${letter.repeat(1000)}`,
      title: letter.repeat(100),
    })),
  },
});

async function changed(letters: string): Promise<string> {
  const path = await created({ title: 'first' });
  for (const letter of letters) await call('PUT', path, { config: large(letter) });
  return path;
}

test('a long page of a history is complete, and its tag changes with the next change only', async () => {
  const path = await changed('abcdef');
  const { status, headers, body } = await call('GET', `${path}/logs?count=100`);
  expect(status).toBe(200);
  expect(validationErrors(Logs, body)).toEqual([]);
  const logs = body.logs as unknown as { version: number; changes: { key: string; newValue: unknown }[] }[];
  expect(logs.map(({ version }) => version)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(logs[0]!.changes[0]).toMatchObject({ key: 'title', newValue: 'f' });
  const known = { 'If-None-Match': headers.get('etag')! };
  expect((await call('GET', `${path}/logs?count=100`, undefined, known)).status).toBe(304);
  expect((await call('HEAD', `${path}/logs?count=100`)).headers.get('etag')).toBe(headers.get('etag'));
  expect((await call('GET', `${path}/logs?count=6`, undefined, known)).status).toBe(200);
  await call('PUT', path, { config: { title: 'g' } });
  expect((await call('GET', `${path}/logs?count=100`, undefined, known)).status).toBe(200);
});

test('every version of a long history can be restored', async () => {
  const path = await changed('abc');
  for (const [version, title] of [
    [4, 'c'],
    [1, 'first'],
    [3, 'b'],
    [2, 'a'],
  ]) {
    await call('POST', `${path}/logs/${version}/restore`);
    const { body } = await call('GET', path);
    expect(body.config!.title).toBe(title);
    if (version === 1) expect(body.config!.filter!.facetsToShow).toEqual([]);
    else expect(body.config!.filter!.facetsToShow).toHaveLength(100);
  }
});

test('a long list is complete, and its tag changes after a change', async () => {
  for (const letter of 'abcdefghijkl') await created({ ...large(letter), visible: true });
  for (const list of ['/api/configurations', '/api/configurations/visible']) {
    const { headers, body } = await call('GET', list);
    const configurations = body.configurations as unknown as { id: number; config: { title: string } }[];
    expect(configurations.slice(-12).map(({ config }) => config.title)).toEqual([...'abcdefghijkl']);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(1024 * 1024);
    const known = { 'If-None-Match': headers.get('etag')! };
    expect((await call('GET', list, undefined, known)).status).toBe(304);
    await call('PUT', `/api/configurations/${configurations.at(-1)!.id}`, {
      config: { title: `l${list.length}` },
    });
    expect((await call('GET', list, undefined, known)).status).toBe(200);
    await call('PUT', `/api/configurations/${configurations.at(-1)!.id}`, { config: { title: 'l' } });
  }
  await server.restart();
  const { body } = await call('GET', '/api/configurations');
  expect((body.configurations as unknown as unknown[]).length).toBeGreaterThan(11);
});
