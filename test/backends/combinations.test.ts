/**
 * Combinations of configuration store and backend: the same documents and requests through the complete server give the
 * same responses, and a kill of the process loses nothing. The conformance suites of both ports run separately; this test
 * covers their interaction.
 */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFakeGraphsearchServer } from '../../packages/graphsearch/test/fake-server/process.ts';
import { FAKE_SPACE_ID } from '../../packages/graphsearch/test/fake-server/responses.ts';
import { missingCluster } from '../../packages/opensearch/test/cluster/cluster.fixture.ts';
import {
  type EmptyCluster,
  emptyCluster,
} from '../../packages/opensearch/test/cluster/empty-cluster.fixture.ts';
import { binaries, makePostgres, type PostgresServer } from '../../packages/postgres/test/postgres-server.ts';
import {
  cat,
  documents,
  ids,
  mammal,
  puma,
  thesaurus,
} from '../../packages/server/test/support/documents.ts';
import {
  type Json,
  type Service,
  startService,
  temporaryDirectory,
  type Variables,
} from '../support/service.ts';

const noCluster = await missingCluster();
const noDatabase =
  binaries === null
    ? 'PostgreSQL is missing (apt-get install postgresql): it is in no combination.'
    : undefined;
for (const reason of [noCluster, noDatabase]) if (reason) console.warn(reason);

const places = ['lowdb', 'PostgreSQL'] as const;
const backends = ['embedded', 'graphsearch', 'opensearch'] as const;
const combinations = places.flatMap((place) => backends.map((backend) => ({ place, backend })));
const isPossible = ({ place, backend }: (typeof combinations)[number]) =>
  !(place === 'PostgreSQL' && noDatabase) && !(backend === 'opensearch' && noCluster);

describe('configurations and spaces', () => {
  let cluster: EmptyCluster | undefined;
  let postgres: PostgresServer | undefined;
  const undo: (() => Promise<unknown>)[] = [];
  const passed: string[] = [];
  beforeAll(async () => {
    if (!noCluster) cluster = await emptyCluster();
    if (!noDatabase) postgres = await makePostgres(binaries as string);
  }, 240_000);
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
    await postgres?.remove();
    const cell = (place: string, backend: string) =>
      passed.includes(`${place} ${backend}`) ? 'same answers' : '-';
    const rows = places.map((place) => [place, ...backends.map((backend) => cell(place, backend))]);
    for (const row of [['', ...backends], ...rows]) {
      console.log(row.map((text) => text.padEnd(14)).join(''));
    }
  });

  /** Entry of the backends file; the fake GraphSearch server gets the thesaurus directly. */
  async function environmentOf({ place, backend }: (typeof combinations)[number], directory: string) {
    const secret = () => randomBytes(32).toString('hex');
    const file = join(directory, 'backends.json');
    await writeFile(file, JSON.stringify({ spaces: { zoo: await entryOf(backend, place) } }));
    return {
      ACCESS_TOKEN_SECRETS: secret(),
      PUBLISHABLE_TOKEN_SECRETS: secret(),
      BACKENDS_FILE: file,
      ...(place === 'PostgreSQL' && { DATABASE_URL: await postgres!.newDatabase() }),
    } as Variables;
  }

  async function entryOf(backend: string, place: string): Promise<object> {
    if (backend === 'opensearch') {
      return { backend, nodes: [cluster!.url.origin], index: `zoo-${place.toLowerCase()}` };
    }
    if (backend === 'embedded') return { backend };
    const fakeServer = await startFakeGraphsearchServer();
    undo.push(fakeServer.close);
    await fakeServer.loadThesaurus(thesaurus);
    return { backend, url: fakeServer.url.origin, searchSpaceId: FAKE_SPACE_ID, similarities: ['combined'] };
  }

  async function fill(service: Service, backend: string): Promise<void> {
    const upload = (method: string, path: string, type: string, body: string) =>
      service.call(method, `/api/spaces/zoo/${path}`, { body, headers: { 'Content-Type': type } });
    const lines = documents.map((each) => JSON.stringify(each)).join('\n');
    if (backend !== 'graphsearch') {
      // An empty upload creates the space.
      await upload('POST', 'documents', 'application/x-ndjson', '');
      expect((await upload('PUT', 'thesaurus', 'text/turtle', thesaurus)).status).toBe(200);
    }
    expect((await upload('POST', 'documents', 'application/x-ndjson', lines)).status).toBe(200);
    const facetsToShow = [{ uri: 'type' }, { uri: 'dyn_uri_all_concepts' }];
    const config = { title: 'Zoo', searchSpace: 'zoo', filter: { facetsToShow } };
    const made = await service.call('POST', '/api/configurations', { body: { config } });
    expect(made.body).toMatchObject({ id: 1, errors: [] });
    await service.call('PUT', '/api/configurations/1', { body: { config: { title: 'The zoo' } } });
    await service.call('POST', '/api/configurations/1/set');
  }

  /** Responses of all operations, without texts that differ between engines. */
  async function responsesOf(service: Service) {
    const ask = async (method: string, operation: string, body?: object) => {
      const response = await service.call(method, `/api/configurations/1${operation}`, body && { body });
      expect({ operation, status: response.status }).toEqual({ operation, status: 200 });
      return response.body;
    };
    const list = (found: Json | undefined) => found as unknown as Json[];
    const search = await ask('POST', '/search', { input: 'cats' });
    const suggestions = await ask('GET', '/suggestConcepts?searchString=mountain%20li&language=en');
    const extracted = await ask('POST', '/extractConcepts', { text: 'A puma and birds', language: 'en' });
    const uri = encodeURIComponent(ids.c);
    const document = await ask('GET', `/document?uri=${uri}`);
    const similar = await ask('GET', `/getSimilar?uri=${uri}&number=1`);
    const { config } = await ask('GET', '');
    const logs = await ask('GET', '/logs');
    const active = (await service.call('GET', '/api/configurations')).body.activeConfigId;
    return JSON.parse(
      JSON.stringify({
        found: [
          search.total,
          list(search.result)
            .map((each) => each.id)
            .sort(),
        ],
        facets: list(search.facets).map(({ facets }) =>
          list(facets)
            .map(({ label, count }) => `${String(label)} ${String(count)}`)
            .sort(),
        ),
        suggested: JSON.stringify(suggestions).includes(puma),
        extracted: JSON.stringify(extracted).includes(puma),
        document: JSON.stringify(document).includes('A puma in the city'),
        similar: JSON.stringify(similar).includes('"urn:a"'),
        configuration: [config!.title, active, list(logs.logs ?? logs).length],
      }),
    ) as object;
  }

  const expected = {
    found: [3, [ids.a, ids.b, ids.c].sort()],
    facets: [
      ['Book 2', 'Report 1'],
      [`${cat} 3`, `${mammal} 3`, `${puma} 2`],
    ],
    suggested: true,
    extracted: true,
    document: true,
    similar: true,
    configuration: ['The zoo', 1, 3],
  };

  for (const combination of combinations) {
    const { place, backend } = combination;
    test.skipIf(!isPossible(combination))(
      `${place} with ${backend}`,
      async () => {
        const { path, remove } = await temporaryDirectory();
        undo.push(remove);
        const environment = await environmentOf(combination, path);
        const start = () => startService(join(path, 'data'), environment, []);
        let service = await start();
        try {
          await fill(service, backend);
          expect(await responsesOf(service)).toEqual(expected);
          await service.stop('SIGKILL');
          service = await start();
          expect(await responsesOf(service)).toEqual(expected);
          passed.push(`${place} ${backend}`);
        } finally {
          await service.stop('SIGKILL');
        }
      },
      120_000,
    );
  }
});
