/** Benchmark fixture: data directory with configurations, backend with documents, expected responses. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiPage } from '../../../docs/reference/api-page.ts';
import { startFakeGraphsearchServer } from '../../graphsearch/test/fake-server/process.ts';
import { FAKE_SPACE_ID } from '../../graphsearch/test/fake-server/responses.ts';
import { openContent } from '../src/open-content.ts';
import { documents, thesaurus } from '../test/support/documents.ts';
import { startForTest } from '../test/support/server.ts';
import { cachingBackend } from './caching-backend.ts';
import type { ServerInput } from './server-child.ts';

export interface Prepared {
  /** Input of one server, with additional settings; each has its own data directory. */
  inputFor(logLevel: string, settings?: Record<string, string>): Promise<ServerInput>;
  token: string;
  etag: string;
  /** ETag of the configuration with a logo of 48 KiB. */
  largeEtag: string;
  remove(): Promise<void>;
}

const secret = 'a-secret-of-the-benchmark-a-secret-of-the-benchmark';
const path = '/api/configurations/1';

export async function prepare(): Promise<Prepared> {
  const fakeServer = await startFakeGraphsearchServer();
  await fakeServer.loadThesaurus(thesaurus);
  const folder = await mkdtemp(join(tmpdir(), 'bench-server-'));
  const backends = join(folder, 'backends.json');
  await writeFile(backends, backendsAt(fakeServer.url));
  let serverNumber = 0;

  async function serverWithConfigurations(logLevel: string) {
    serverNumber += 1;
    const environment = {
      DATA_DIR: join(folder, String(serverNumber)),
      ACCESS_TOKEN_SECRETS: secret,
      BACKENDS_FILE: backends,
      LOG_LEVEL: logLevel,
    };
    const server = await startForTest(
      environment.DATA_DIR,
      { ...environment, LOG_LEVEL: 'silent' },
      openContent,
    );
    await server.call('POST', '/api/configurations', { config: { title: 'Bench', searchSpace: 'animals' } });
    const logo = `data:image/png;base64,${'A'.repeat(48 * 1024)}`;
    await server.call('POST', '/api/configurations', { config: { title: 'Large', layout: { logo } } });
    return { server, environment };
  }

  const { server, environment } = await serverWithConfigurations('warn');
  const lines = documents.map((document) => JSON.stringify(document)).join('\n');
  await server.call('POST', '/api/spaces/animals/documents', lines, {
    'Content-Type': 'application/x-ndjson',
  });
  const cachingProxy = await cachingBackend(fakeServer.url);
  await writeFile(backends, backendsAt(cachingProxy.url));
  await server.call('POST', `${path}/search`, { input: 'night' });
  const searchCall = (await fakeServer.calls()).findLast((call) => call.path.endsWith('search'));
  if (!searchCall) throw new Error('The backend received no search');
  const read = await fetch(server.url + path, { headers: { Authorization: `Bearer ${server.token}` } });
  const large = await server.call('GET', '/api/configurations/2');
  const connectionHeaders = new Set(['connection', 'date', 'keep-alive']);
  const responses = {
    secret,
    headers: [...read.headers].filter(([name]) => !connectionHeaders.has(name)).flat(),
    json: await read.text(),
    searchUrl: new URL('GraphSearch/api/search', cachingProxy.url).href,
    searchBody: searchCall.body as object,
    searchSpaceId: FAKE_SPACE_ID,
    page: apiPage(),
  };
  await server.close();
  return {
    async inputFor(logLevel, settings = {}) {
      if (logLevel === environment.LOG_LEVEL) return { ...responses, environment };
      const other = await serverWithConfigurations(logLevel);
      await other.server.close();
      return { ...responses, environment: { ...other.environment, ...settings } };
    },
    token: server.token,
    etag: read.headers.get('etag') ?? '',
    largeEtag: large.headers.get('etag') ?? '',
    async remove() {
      cachingProxy.close();
      await fakeServer.close();
      await rm(folder, { recursive: true });
    },
  };
}

function backendsAt(url: URL): string {
  const space = { backend: 'graphsearch', url: url.href, searchSpaceId: FAKE_SPACE_ID };
  return JSON.stringify({ spaces: { animals: space } });
}
