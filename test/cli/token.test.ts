import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureOf, folderOfTest, served, serviceOfTest } from '../support/fixtures.ts';
import { type Finished, semanticSearch } from '../support/service.ts';

const service = served();

const lastLine = ({ output }: Finished) => output.trimEnd().split('\n').at(-1) ?? '';
const shop = 'https://shop.example';

const processes = '/proc';

/** Command lines of all processes. */
async function listOfProcesses(): Promise<string> {
  const ids = (await readdir(processes)).filter((name) => /^\d+$/u.test(name));
  // Some have ended meanwhile.
  const lines = ids.map((id) => readFile(`${processes}/${id}/cmdline`, 'utf8').catch(() => ''));
  return (await Promise.all(lines)).join('\n');
}

it.runIf(existsSync(`${processes}/self/cmdline`))('the process list does not show the secret', async () => {
  const ACCESS_TOKEN_SECRETS = 'forty-letters-that-nobody-else-may-know!';
  const directory = await folderOfTest();
  await serviceOfTest(directory, [], { ACCESS_TOKEN_SECRETS });
  const making = semanticSearch(['token', '--scope', 'search'], {
    DATA_DIR: directory,
    ACCESS_TOKEN_SECRETS,
  });
  const list = await listOfProcesses();
  expect((await making).code).toBe(0);
  expect(list).toContain('semantic-search');
  expect(list).not.toContain(ACCESS_TOKEN_SECRETS);
});

describe('a token', () => {
  it('the token command prints the token on the last line with the given scopes only', async () => {
    const words = ['token', '--scope', 'configurations:read'];
    const finished = await semanticSearch(words, { DATA_DIR: service.directory });
    expect(finished.code).toBe(0);
    const token = lastLine(finished);
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const { body } = await service.call('GET', '/api/token', { token });
    expect(finished.errors).toContain(`ID ${String(body.jti)}, valid until `);
    expect((await service.call('GET', '/api/configurations', { token })).status).toBe(200);
    expect((await service.call('POST', '/api/configurations/1/search', { token })).status).toBe(403);
    expect((await service.call('DELETE', '/api/configurations/1', { token })).status).toBe(403);
  });

  it('the token command limits a token to the given search spaces', async () => {
    const words = [
      'token',
      '--scope',
      'spaces:write',
      '--space',
      'news',
      '--space',
      'events',
      '--name',
      'cms',
    ];
    const token = lastLine(await semanticSearch(words, { DATA_DIR: service.directory }));
    const { body } = await service.call('GET', '/api/token', { token });
    expect(body).toMatchObject({ name: 'cms', scopes: ['spaces:write'], spaces: ['news', 'events'] });
    const write = (space: string) =>
      service.call('PUT', `/api/spaces/${space}/documents/a`, { token, body: { title: 'A' } });
    expect((await write('field-guide')).status).toBe(403);
    expect((await write('events')).status).toBe(404); // Permitted, but the search space does not exist.
  });

  it('the log of a server contains no token and no link but the commands that issue them', async () => {
    expect(service.printed()).not.toMatch(/[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/);
    expect(service.printed()).toMatch(/^ {2}semantic-search sign-in$/m);
    const [, words = ''] = /: semantic-search (token .*)$/m.exec(service.printed()) ?? [];
    const said = words.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [];
    const token = lastLine(await semanticSearch(said, { DATA_DIR: service.directory }));
    expect((await service.call('GET', '/api/configurations/active', { token })).status).toBe(200);
  });

  it('a token issued before the first start with --create-keys is valid afterwards', async () => {
    const path = await folderOfTest();
    const command = ['token', '--scope', 'configurations:read', '--create-keys'];
    const token = lastLine(await semanticSearch(command, { DATA_DIR: path }));
    const started = await serviceOfTest(path);
    expect((await started.call('GET', '/api/configurations', { token })).status).toBe(200);
  });

  it.each([
    [['token'], 'scope'],
    [['token', '--scope', 'everything'], 'Allowed scopes are'],
    [['token', '--scope', 'search', '--expires', 'soon'], 'Expected a number'],
    [['token', '--scope', 'search', '--expires', '999999y'], '10 years'],
    [['token', '--scope', 'search', '--origin', shop], '--configuration'],
    [['token', '--scope', 'spaces:write', '--configuration', '1'], 'spaces:write'],
    [['token', '--scope', 'search', '--configuration', '1', '--origin', 'shop'], 'rigin'],
    [['token', '--scope', 'search', '--configuration', '1', '--space', 'news'], '--space'],
    [['token', '--scope', 'search', '--configuration', '1', '--create-keys'], '--create-keys is for access'],
    [['token', '--scope', 'tokens:write spaces:write', '--space', 'news'], 'tokens:write'],
    [['token', '--scope', 'spaces:write', '--space', '../news'], 'Invalid name'],
  ])('the token command with %j fails with an error message', async (words, why) => {
    const { code, errors, output } = await failureOf(words, { DATA_DIR: service.directory });
    expect(code).not.toBe(0);
    expect(errors).toContain(why);
    expect(output).toBe('');
  });
});

describe('a command in the wrong folder', () => {
  it.each([[['token', '--scope', 'search']], [['keys', 'list']], [['keys', 'rotate', 'access']]])(
    '%j names the data directory and creates nothing there',
    async (words) => {
      const path = join(await folderOfTest(), 'data');
      const { code, errors } = await failureOf(words, { DATA_DIR: path });
      expect(code).toBe(1);
      expect(errors).toContain(`No server has used the data directory ${path}`);
      expect(existsSync(path)).toBe(false);
    },
  );

  it.each([
    [['embed', '--configuration', '1', '--origin', shop]],
    [['api', 'listTokens']],
    [['doctor']],
    [['dump', 'dump.tar']],
  ])('%j fails and creates nothing there', async (words) => {
    const path = join(await folderOfTest(), 'data');
    const { code, errors } = await failureOf(words, { DATA_DIR: path });
    expect(code).toBe(1);
    expect(errors).toContain(path);
    expect(existsSync(path)).toBe(false);
  });

  it('the token command prints the data directory that it uses', async () => {
    const { errors } = await semanticSearch(['token', '--scope', 'search'], { DATA_DIR: service.directory });
    expect(errors).toContain(`Data directory: ${service.directory}\n`);
  });
});

describe('a publishable token', () => {
  it('the token command rejects a missing configuration, and warns about a missing origin', async () => {
    const command = (id: string, ...words: string[]) =>
      failureOf(['token', '--scope', 'search', '--configuration', id, ...words], {
        DATA_DIR: service.directory,
      });
    const missing = await command('99');
    expect([missing.code, missing.output]).toEqual([1, '']);
    expect(missing.errors).toContain('configurations[0] does not exist');
    expect((await command('1')).errors).toContain('Warning: pages of any origin can use this token');
    expect((await command('1', '--origin', shop)).errors).not.toContain('Warning');
  });

  const search = (configuration: number, token: string, headers: Record<string, string> = {}) =>
    service.call('POST', `/api/configurations/${configuration}/search`, { token, headers, body: {} });

  it('a publishable token searches with its configuration from its origins only', async () => {
    const token = await service.token('--scope', 'search', '--configuration', '1', '--origin', shop);
    expect((await search(1, token, { Origin: shop })).status).toBe(200);
    expect((await search(1, token, { Origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await search(1, token)).status).toBe(403);
    expect((await search(2, token, { Origin: shop })).status).toBe(403);
  });

  it('only a token that may change configurations searches with other facets than the stored ones', async () => {
    const facet = {
      facetMode: 'flat',
      hierarchicalDepth: 0,
      maximumTerms: 1,
      sorting: 'count',
      sortingOrder: 'desc',
    };
    const options = { show: true, showAllButton: false, searchable: false, refId: '' };
    const body = { facetsToShow: [{ uri: 'dyn_lit_type', title: 'Kind', ...facet, ...options }], count: 0 };
    const path = '/api/configurations/1/search';
    const found = await service.call('POST', path, { body });
    expect(found.body.facets).toMatchObject([{ label: 'Kind', facets: [{ label: 'mammal', count: 105 }] }]);
    for (const words of [['--configuration', '1'], []]) {
      const token = await service.token('--scope', 'search configurations:read', ...words);
      expect((await service.call('POST', path, { body, token })).status).toBe(403);
      expect((await service.call('POST', path, { body: { count: 0 }, token })).status).toBe(200);
    }
  });
});
