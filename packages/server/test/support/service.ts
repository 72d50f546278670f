/** Test fixtures: temporary folders and servers that are cleaned up with their tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, onTestFinished } from 'vitest';
import { memoryDirectory } from './memory-directory.ts';
import { type Content, type OpenContent, type Server, smallContent, startForTest } from './server.ts';

type Environment = Record<string, string>;
type Before = typeof beforeAll | typeof beforeEach;

export interface TestDirectory {
  /** Available from the first hook on. */
  readonly directory: string;
  start(environment?: Environment, other?: Content | OpenContent): Promise<Server>;
  /** Stops all started servers. */
  stop(): Promise<void>;
}

/** Call in a test: an empty folder, removed after the test. */
export async function folderOfTest(): Promise<string> {
  const path = await mkdtemp(join(memoryDirectory(), 'semantic-search-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Call at the top of a file: a new data directory for each test, whose servers are stopped afterwards. */
export function directoryForEach(content: Content | OpenContent = smallContent): TestDirectory {
  return place(beforeEach, content);
}

export interface Served extends Server {
  readonly directory: string;
  /** Replaces the server by a new one over the same directory. */
  restart(environment?: Environment): Promise<void>;
}

/** Call at the top of a file: one server for all its tests. Only `call` and `created` can be destructured before the first hook. */
export function served(environment: Environment = {}, content: Content | OpenContent = smallContent): Served {
  return serving(beforeAll, environment, content);
}

/** The same with a new server for each test. */
export function servedForEach(
  environment: Environment = {},
  content: Content | OpenContent = smallContent,
): Served {
  return serving(beforeEach, environment, content);
}

function serving(before: Before, environment: Environment, content: Content | OpenContent): Served {
  const own = place(before, content);
  let running: Server;
  const server = {
    call: (...request) => running.call(...request),
    created: (config) => running.created(config),
    async restart(other = environment) {
      await own.stop();
      running = await own.start(other);
      const { call: _call, created: _created, ...rest } = running;
      Object.assign(server, rest, { directory: own.directory });
    },
  } as Served;
  before(() => server.restart());
  return server;
}

function place(before: Before, content: Content | OpenContent): TestDirectory {
  const running: Server[] = [];
  const own = {
    directory: '',
    async start(environment: Environment = {}, other = content) {
      const server = await startForTest(own.directory, environment, other);
      running.push(server);
      return server;
    },
    async stop() {
      for (const server of running.splice(0)) await server.close();
    },
  };
  before(async () => {
    own.directory = await mkdtemp(join(memoryDirectory(), 'semantic-search-'));
    return async () => {
      await own.stop();
      await rm(own.directory, { recursive: true });
    };
  });
  return own;
}
