/** Search over the content of this folder, on a server of its own. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createServer } from '@semantic-search/server';

const folder = join(import.meta.dirname, '..');
let server;
let directory;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'search-'));
  server = await createServer({ port: 0, dataDirectory: directory, demo: folder, logLevel: 'warn' });
});
after(async () => {
  await server?.close();
  await rm(directory, { recursive: true });
});

test('a synonym of the thesaurus finds a document', async () => {
  const token = await server.createToken({ scopes: ['search'] });
  const response = await fetch(`${server.url}/api/configurations/1/search`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ input: 'kids' }),
  });
  const { result } = await response.json();
  assert.equal(result[0].title, 'Story time');
});

test('the page loads the search with a token', async () => {
  const page = await (await fetch(`${server.url}/demo/`)).text();
  assert.match(page, /<semantic-search configuration="1" token="ey/);
  assert.equal((await fetch(`${server.url}/widget.js`)).status, 200);
});
