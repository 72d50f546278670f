/** Benchmark of many small search spaces: memory, time until ready, and the first query of a space. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedBackend } from '../src/backends/embedded.ts';
import { openContent } from '../src/open-content.ts';
import { startForTest } from '../test/support/server.ts';
import type { Prepared } from './fixture.ts';
import { measuredServer } from './measured-server.ts';

const SPACES = 200;
const DOCUMENTS = 100;
const words = 'puma owl river house night bank library water archive mountain'.split(' ');

export interface ManySpaces {
  /** Resident memory of the server after the start, in MB. */
  memory: number;
  /** Milliseconds from the start of the process until `/ready` returns 200. */
  ready: number;
  /** Milliseconds of the first query of a space after the start. */
  firstQuery: number;
}

export async function manySpaces(prepared: Prepared): Promise<ManySpaces> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-spaces-'));
  try {
    const id = await fill(directory);
    const { environment } = await prepared.given('error');
    const given = {
      ...(await prepared.given('error')),
      environment: { ...environment, DATA_DIR: directory },
    };
    const started = performance.now();
    const server = await measuredServer('ours', given);
    try {
      await fetch(`${server.url}/ready`);
      const ready = performance.now() - started;
      const memory = (await server.memory()) / 1e6;
      const before = performance.now();
      const response = await fetch(`${server.url}/api/configurations/${id}/search`, {
        method: 'POST',
        body: JSON.stringify({ input: 'owl' }),
        headers: { Authorization: `Bearer ${prepared.token}`, 'Content-Type': 'application/json' },
      });
      const { total } = (await response.json()) as { total: number };
      if (!(total > 0)) throw new Error('The search found nothing');
      return { memory, ready, firstQuery: performance.now() - before };
    } finally {
      server.stop();
    }
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Writes one space, copies it, and creates a configuration for the last one. */
async function fill(directory: string): Promise<number> {
  const spaces = join(directory, 'spaces');
  const backend = await openEmbeddedBackend({ directory: spaces, onWarning: () => undefined });
  const content = (await backend.content('space-0', true))!;
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
