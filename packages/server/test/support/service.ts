/** What tests of the server stand on: folders, and servers over them, that go with the tests that they are for. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, onTestFinished } from 'vitest';
import { type Content, type OpenContent, type Server, smallContent, startForTest } from './server.ts';

type Environment = Record<string, string>;
type Before = typeof beforeAll | typeof beforeEach;

export interface Place {
  /** There from the first hook on. */
  readonly directory: string;
  start(environment?: Environment, other?: Content | OpenContent): Promise<Server>;
  /** Stops all that were started. */
  stop(): Promise<void>;
}

/** In a test: an empty folder, until the test has finished. */
export async function folderOfTest(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'semantic-search-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** At the top of a file: for each test a directory of its own; the servers that it starts over it are stopped after it. */
export function placeForEach(content: Content | OpenContent = smallContent): Place {
  return place(beforeEach, content);
}

export interface Served extends Server {
  readonly directory: string;
  /** Another server over the same directory takes its place. */
  restart(environment?: Environment): Promise<void>;
}

/** At the top of a file: one server for all its tests. `call` and `created` can be taken out of it at once; all else it has from the first hook on. */
export function served(environment: Environment = {}, content: Content | OpenContent = smallContent): Served {
  return serving(beforeAll, environment, content);
}

/** The same, with a new one for each test. */
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

function place(before: Before, content: Content | OpenContent): Place {
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
    own.directory = await mkdtemp(join(tmpdir(), 'semantic-search-'));
    return async () => {
      await own.stop();
      await rm(own.directory, { recursive: true });
    };
  });
  return own;
}
