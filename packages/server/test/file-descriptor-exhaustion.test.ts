/** File descriptor exhaustion: the server rejects requests temporarily and recovers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folderOfTest } from './support/service.ts';

const turtle =
  '<urn:c> a <http://www.w3.org/2004/02/skos/core#Concept> ; <http://www.w3.org/2004/02/skos/core#prefLabel> "c"@en .';
const line = JSON.stringify({ id: 'urn:a', title: 'Hello' });

type Ask = [method: string, path: string, mediaType: string, body: string];

const documentsInto = (space: string): Ask => [
  'POST',
  `/api/spaces/${space}/documents`,
  'application/x-ndjson',
  line,
];
const thesaurusOf = (space: string): Ask => ['PUT', `/api/spaces/${space}/thesaurus`, 'text/turtle', turtle];
const tokenOf = (name: string): Ask => [
  'POST',
  '/api/tokens',
  'application/json',
  JSON.stringify({ name, configurations: [1], origins: ['https://example.org'] }),
];
const configurationOf = (searchSpace: string): Ask => [
  'POST',
  '/api/configurations',
  'application/json',
  JSON.stringify({ config: { searchSpace } }),
];
const searchWith = (configuration: number): Ask => [
  'POST',
  `/api/configurations/${configuration}/search`,
  'application/json',
  '{"input":"hello"}',
];

async function limited(directory: string): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('./support/file-descriptor-exhaustion.ts', import.meta.url));
  const command = ['-c', 'ulimit -n 200; exec "$0" "$1" "$2"', process.execPath, program, directory];
  return spawn('sh', command, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

test.skipIf(process.platform === 'win32')(
  'returns 503 with Retry-After when no file can be opened, and recovers',
  async () => {
    const child = await limited(await folderOfTest());
    const [{ url, token }] = await once(child, 'message');
    // An existing connection, because no other can be opened meanwhile.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    async function statusOf([method, path, mediaType, body]: Ask): Promise<[number, string | undefined]> {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': mediaType };
      const clientRequest = request(url + path, { method, agent, headers }).end(body);
      const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
      await text(response);
      return [response.statusCode!, response.headers['retry-after']];
    }
    async function sendCommand(what: 'short' | 'enough') {
      child.send(what);
      await once(child, 'message');
    }

    for (const ask of [documentsInto('a'), ...['a', 'cluster', 'service'].map(configurationOf)])
      expect(await statusOf(ask)).toEqual([200, undefined]);
    await sendCommand('short');
    const rejected: Ask[] = [
      documentsInto('b'),
      thesaurusOf('a'),
      thesaurusOf('c'),
      tokenOf('x'),
      ['POST', '/api/spaces/a/training', 'application/json', ''],
    ];
    // Includes remote spaces. A rejected request may have freed descriptors, so success is accepted as well.
    for (const ask of [...rejected, searchWith(2), searchWith(3)]) {
      expect([ask[1], ...(await statusOf(ask))]).toEqual([ask[1], 503, '5']);
      await sendCommand('short');
    }
    expect(await statusOf(searchWith(1))).toEqual([200, undefined]);
    await sendCommand('enough');
    for (const ask of rejected.slice(0, 4))
      expect([ask[1], ...(await statusOf(ask))]).toEqual([ask[1], 200, undefined]);
    agent.destroy();
    child.disconnect();
    await once(child, 'exit');
  },
);
