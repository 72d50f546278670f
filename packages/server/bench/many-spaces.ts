/** Benchmark of many small search spaces: memory, time until ready, and the first query of a space. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openEmbeddedBackend } from '../src/backends/embedded.ts';
import { openContent } from '../src/open-content.ts';
import { freePort } from '../test/support/free-port.ts';
import { startForTest } from '../test/support/server.ts';
import type { Prepared } from './fixture.ts';
import { commandLine, nodeFlags } from './measured-server.ts';
import { median } from './median.ts';

const SPACES = 200;
const NEW_SPACES = 30;
const DOCUMENTS = 100;
const ROUNDS = 3;
const words = 'puma owl river house night bank library water archive mountain'.split(' ');

export interface ManySpaces {
  /** Resident memory of the server after the start, in MB. */
  memory: number;
  /** Milliseconds from the start of the process until `/ready` returns 200. */
  ready: number;
  /** Milliseconds of the first query after the start, in a space that is not open yet. */
  firstQuery: number;
}

export async function manySpaces({ inputFor, token }: Prepared): Promise<ManySpaces> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-spaces-'));
  try {
    const id = await fill(directory);
    const { environment } = await inputFor('error');
    const rounds: ManySpaces[] = [];
    // The first start compiles the code, later ones read the compile cache.
    for (let round = 0; round <= ROUNDS; round += 1)
      rounds.push(await start({ ...environment, DATA_DIR: directory }, id, token));
    const medianOf = (key: keyof ManySpaces) => median(rounds.slice(1).map((round) => round[key]));
    return {
      memory: medianOf('memory'),
      ready: medianOf('ready'),
      firstQuery: medianOf('firstQuery'),
    };
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Starts the server, and searches in one space. */
function start(
  environment: Record<string, string>,
  configuration: number,
  token: string,
): Promise<ManySpaces> {
  return withServer(environment, async ({ url, ready, memory }) => {
    const memoryAfterStart = await memory();
    const before = performance.now();
    const response = await fetch(`${url}/api/configurations/${configuration}/search`, {
      method: 'POST',
      body: JSON.stringify({ input: 'owl' }),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    });
    const { total } = (await response.json()) as { total: number };
    if (!(total > 0)) throw new Error('The search found nothing');
    return { memory: memoryAfterStart, ready, firstQuery: performance.now() - before };
  });
}

/** Resident memory in MB of each of 30 spaces with one document, right after they are created in a running server. */
export async function memoryOfNewSpace({ inputFor, token }: Prepared): Promise<number> {
  const { environment } = await inputFor('error');
  return withServer(environment, async ({ url, memory }) => {
    const before = await memory();
    for (let index = 0; index < NEW_SPACES; index += 1) {
      const response = await fetch(`${url}/api/spaces/new-${index}/documents`, {
        method: 'POST',
        body: JSON.stringify({ id: 'urn:1', title: 'Owl', language: 'en', subjects: [] }),
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' },
      });
      if (!response.ok) throw new Error(`The document was not stored: ${await response.text()}`);
    }
    return ((await memory()) - before) / NEW_SPACES;
  });
}

interface StartedServer {
  url: string;
  /** Milliseconds from the start of the process until `/ready` returned 200. */
  ready: number;
  /** Resident memory in MB. */
  memory(): Promise<number>;
}

/** Starts the command line, as users do, until `run` has ended. */
async function withServer<Result>(
  environment: Record<string, string>,
  run: (server: StartedServer) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, [...nodeFlags, commandLine, 'start'], {
    env: { ...process.env, ...environment, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    while (!(await isReady(url))) {
      if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}`);
      await setTimeout(5);
    }
    const ready = performance.now() - started;
    const memory = async () => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1e6;
    };
    return await run({ url, ready, memory });
  } finally {
    child.kill();
    await ended;
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Writes one space, copies it, and creates a configuration for the last one. */
async function fill(directory: string): Promise<number> {
  const spaces = join(directory, 'spaces');
  const backend = await openEmbeddedBackend({ directory: spaces, onWarning: () => undefined });
  const content = (await backend.content('space-0', { create: true }))!;
  await content.documents.put(
    Array.from({ length: DOCUMENTS }, (_, index) => ({
      id: `urn:${index}`,
      title: `${words[index % 10]} ${index}`,
      description: words.slice(index % 7).join(' '),
      language: 'en',
      subjects: [],
    })),
  );
  await backend.close();
  for (let index = 1; index < SPACES; index += 1)
    await cp(join(spaces, 'space-0'), join(spaces, `space-${index}`), { recursive: true });
  const server = await startForTest(directory, {}, openContent);
  const searchSpace = `space-${SPACES - 1}`;
  const { body } = await server.call('POST', '/api/configurations', {
    config: { title: 'Many', searchSpace },
  });
  await server.close();
  return Number(body.id);
}
