/** Servers with content over the directory of a test, one after another, and what tests of dumps do with them. */
import { expect } from 'vitest';
import { openContent } from '../content.ts';
import { startForTest } from '../server.testing.ts';

export type Server = Awaited<ReturnType<typeof startForTest>>;

export function serversOver(directory: () => string) {
  const running: Server[] = [];
  return {
    async start(environment: Record<string, string> = {}): Promise<Server> {
      const server = await startForTest(directory(), environment, openContent);
      running.push(server);
      return server;
    },
    async stop(): Promise<void> {
      for (const server of running.splice(0)) await server.close();
    },
  };
}

export const put = (server: Server, name: string) =>
  server.call('POST', '/api/spaces/animals/documents', JSON.stringify({ id: `urn:${name}`, title: name }), {
    'Content-Type': 'application/x-ndjson',
  });

export async function fill(server: Server): Promise<void> {
  for (const title of ['One', 'Two']) {
    await server.call('POST', '/api/configurations', { config: { title, searchSpace: 'animals' } });
  }
  await server.call('POST', '/api/configurations/2/set');
  expect((await put(server, 'wren')).status).toBe(200);
}

/** All that a client can see, by a token that was issued before the dump. */
export async function seen(server: Server, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = async (method: string, path: string, body?: object) =>
    (await server.call(method, path, body, headers)).body;
  const { result, total } = await answer('POST', '/api/configurations/1/search', {});
  const list = await answer('GET', '/api/configurations');
  return { list, logs: await answer('GET', '/api/configurations/2/logs'), result, total };
}
