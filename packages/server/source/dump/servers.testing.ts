/** Servers with content over the directory of a test, one after another. */
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
