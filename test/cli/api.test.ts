import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@semantic-search/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { failureOf, folderOfTest, served } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

const service = served({}, []);

const documents = [
  { id: 'urn:title', title: 'Coral', description: 'A reef', language: 'en' },
  { id: 'urn:often', title: 'Reefs', description: 'Coral, coral, coral and coral', language: 'en' },
];

beforeAll(async () => {
  const body = documents.map((document) => JSON.stringify(document)).join('\n');
  const headers = { 'Content-Type': 'application/x-ndjson' };
  await service.call('POST', '/api/spaces/reef/documents', { body, headers });
  const config = { title: 'First', searchSpace: 'reef' };
  await service.call('POST', '/api/configurations', { body: { config } });
});

const api = (...words: string[]) => semanticSearch(['api', ...words], { DATA_DIR: service.directory });
const failed = (...words: string[]) => failureOf(['api', ...words], { DATA_DIR: service.directory });

describe('the api command', () => {
  it('lists all operations in its help', async () => {
    const { output, code } = await semanticSearch(['api', '--help'], {});
    expect(code).toBe(0);
    for (const { id } of operations) expect(output).toMatch(new RegExp(`^ {2}${id} `, 'm'));
    expect(output).toMatch(/^ {2}restoreConfiguration <configId> <version> +\w/m);
  });

  it('restores a version of a configuration, and the log names the command line', async () => {
    await service.call('PUT', '/api/configurations/1', { body: { config: { title: 'Second' } } });
    const { code, output, errors } = await api('restoreConfiguration', '1', '1');
    expect([code, errors]).toEqual([0, `Data directory: ${service.directory}\n`]);
    expect(JSON.parse(output)).toMatchObject({ id: 1, errors: [] });
    const { body } = await service.call('GET', '/api/configurations/1');
    expect(body).toMatchObject({ config: { title: 'First' } });
    const logs = await api('getConfigurationLogs', '1', 'count=1');
    expect(JSON.parse(logs.output)).toMatchObject({
      total: 3,
      logs: [{ version: 3, user: 'command line', action: 'updated' }],
    });
  });

  it('prints the response of an operation that has no JSON', async () => {
    const feed = await api('getFeed', '1', 'input=coral');
    expect(feed.output).toMatch(/^<\?xml .*<feed/s);
    const json = await api('getFeed', '1', 'input=coral', 'format=json');
    expect(JSON.parse(json.output).items).toHaveLength(2);
  });

  it('sends each value of a repeated parameter', async () => {
    expect((await api('getFeed', '1', 'input=coral', 'constructor=x')).output).toContain('<feed');
    const tooLong = `facet=type|${'x'.repeat(4000)}|x`;
    const { code, errors } = await failed('getFeed', '1', tooLong, 'facet=type|Reef|reef');
    expect([code, errors]).toEqual([1, expect.stringContaining('facet')]);
  });

  it('changes the ranking of a space for the next search', async () => {
    const first = async (title: number) => {
      const body = JSON.stringify({ fields: { title } });
      expect(JSON.parse((await api('replaceRanking', 'reef', '--body', body)).output)).toMatchObject({
        effective: { fields: { title } },
      });
      const found = await service.call('POST', '/api/configurations/1/search', { body: { input: 'coral' } });
      return found.body.result![0]!.id;
    };
    expect(await first(10)).toBe('urn:title');
    expect(await first(0.1)).toBe('urn:often');
  });

  it('revokes a token of a page', async () => {
    const words = ['token', '--scope', 'search', '--configuration', '1', '--name', 'a shop'];
    const token = (await semanticSearch(words, { DATA_DIR: service.directory })).output.trim();
    const [{ jti }] = JSON.parse((await api('listTokens')).output).tokens;
    expect(JSON.parse((await api('revokeToken', jti)).output)).toMatchObject({ jti });
    expect((await service.call('GET', '/api/configurations/1', { token })).status).toBe(401);
  });

  it('uses a remote server with a token, and prints why an operation fails', async () => {
    const SEARCH_TOKEN = await service.accessToken('spaces:write');
    const remote = (...words: string[]) =>
      semanticSearch(['api', ...words, '--server', service.url], { SEARCH_TOKEN });
    const train = await remote('trainSpace', 'reef');
    expect([train.code, train.errors]).toEqual([1, expect.stringContaining('Training requires at least')]);
    expect((await remote('listTokens')).errors).toContain('tokens:write');
  });

  it('deletes a search space and no other', async () => {
    const spaces = join(service.directory, 'spaces');
    for (const space of ['birds', 'birds.old'])
      await service.call('POST', `/api/spaces/${space}/documents`, {
        body: '{"id":"urn:wren","title":"Wren"}\n',
        headers: { 'Content-Type': 'application/x-ndjson' },
      });
    expect((await api('deleteSpace', 'birds')).code).toBe(0);
    expect([existsSync(join(spaces, 'birds')), existsSync(join(spaces, 'birds.old'))]).toEqual([false, true]);
  });

  it.each([
    [['deleteEverything'], 'Unknown operation deleteEverything'],
    [['restoreConfiguration', '1'], 'Expected restoreConfiguration <configId> <version>'],
    [['getConfigurationLogs', '1', 'count'], 'count: expected NAME=VALUE'],
    [['replaceRanking', 'reef', '--body', '{'], 'Not valid JSON'],
    [['replaceRanking', 'reef', '--body', '{"b":2}'], 'b must be a number from 0 to 1'],
    [['restoreConfiguration', '1', '99'], 'no such version'],
  ])('rejects %j', async (words, message) => {
    const { code, errors } = await failed(...words);
    expect([code, errors]).toEqual([1, expect.stringContaining(message)]);
  });

  it('ends after an invalid parameter, and names a server that does not respond', async () => {
    expect((await api('getConfigurationLogs', '1', 'count')).code).toBe(1);
    const words = ['api', 'listTokens', '--server', 'http://127.0.0.1:1'];
    const { errors } = await semanticSearch(words, { SEARCH_TOKEN: 'a.b.c' });
    expect(errors).toContain('cannot be reached: connect ECONNREFUSED 127.0.0.1:1');
  });

  it('says how to start a server if none is running', async () => {
    const { code, errors } = await failureOf(['api', 'listTokens'], { DATA_DIR: await folderOfTest() });
    expect([code, errors]).toEqual([1, expect.stringMatching(/No server is running.* start/)]);
  });
});
