/** Benchmark of a search in an embedded space: CPU time through the whole service, and of the engine's call alone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ConfigurationSettings } from '@semantic-search/contract';
import { syntheticCorpus, turtleOf } from '../../engine/bench/synthetic-corpus.ts';
import { openSpace } from '../../engine/src/search-space.ts';
import { openEmbeddedBackend } from '../src/backends/embedded.ts';
import { openContent } from '../src/open-content.ts';
import { needsTexts } from '../src/search/passage-summary.ts';
import { planSearch } from '../src/search/plan.ts';
import { startForTest } from '../test/support/server.ts';
import type { Prepared } from './fixture.ts';
import { connections, measuredServer } from './measured-server.ts';
import { median } from './median.ts';

const DOCUMENTS = 5000;
const QUERIES_PER_CLASS = 4;
const WARM_UP = 3000;
const SEARCHES = 1600;
const ROUNDS = 5;

export interface EmbeddedSearch {
  /** Microseconds of CPU time per search. */
  service: number;
  engine: number;
  ratio: number;
}

export async function embeddedSearch({ inputFor, token }: Prepared): Promise<EmbeddedSearch> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-embedded-'));
  try {
    const spaceDirectory = join(directory, 'spaces');
    const { inputs, settings } = await fill(directory, spaceDirectory);
    // Only one process can own a space, so the engine alone closes it before the service starts.
    const engine = await engineCost(join(spaceDirectory, 'library'), inputs, settings);
    const input = await inputFor('error');
    const server = await measuredServer('ours', {
      ...input,
      environment: { ...input.environment, DATA_DIR: directory, BACKENDS_FILE: '' },
    });
    const requests = inputs.map((text) => ({
      method: 'POST' as const,
      path: '/api/configurations/1/search',
      headers: { Authorization: `Bearer ${token}` },
      body: { input: text },
    }));
    const throughService = (count: number) => server.cost(requests, 200, count);
    const service = await medianCost(throughService);
    server.stop();
    return { service, engine, ratio: service / engine };
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Writes a space and a configuration for it. Returns the texts of the searches and the settings of the configuration. */
async function fill(directory: string, spaceDirectory: string) {
  const { documents, broader, queries } = syntheticCorpus(DOCUMENTS, QUERIES_PER_CLASS);
  const backend = await openEmbeddedBackend({ directory: spaceDirectory, onWarning: () => undefined });
  const content = (await backend.content('library', { create: true }))!;
  await content.thesaurus!.replaceThesaurus(Readable.from([turtleOf(broader)]), 'text/turtle');
  await content.documents.put(documents);
  await backend.close();
  const server = await startForTest(directory, {}, openContent);
  const created = await server.call('POST', '/api/configurations', {
    config: { title: 'Library', searchSpace: 'library' },
  });
  await server.close();
  const settings = created.body.config as unknown as ConfigurationSettings;
  // One query per connection, because equal ones would share a call; each of the five classes loses few.
  const searched = queries.filter((_, i) => i % 5 !== 4).slice(0, connections);
  return { settings, inputs: searched.map(({ input }) => input) };
}

async function engineCost(
  directory: string,
  inputs: readonly string[],
  settings: ConfigurationSettings,
): Promise<number> {
  const space = await openSpace(directory);
  const queries = inputs.map((input) => {
    const query = planSearch({ input }, settings);
    return needsTexts(query) ? { ...query, wholeTexts: 'first' as const } : query;
  });
  const cost = async (count: number) => {
    const before = process.cpuUsage();
    for (let search = 0; search < count; search += 1) await space.search(queries[search % queries.length]!);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  };
  const costOfSearch = await medianCost(cost);
  await space.close();
  return costOfSearch;
}

/** `cost` resolves to the mean cost of a number of searches. */
async function medianCost(cost: (searches: number) => Promise<number>): Promise<number> {
  await cost(WARM_UP);
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) costs.push(await cost(SEARCHES));
  return median(costs);
}
