/** Reference deployments with local addresses: servers start, become ready and stop without failed requests. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../packages/server/test/support/free-port.ts';
import { helm, minimalValues, type Resource, resources } from '../../packaging/chart.fixture.ts';
import type { Variables } from '../../support/service.ts';
import {
  balancerOfCompose,
  composeVariables,
  container,
  imageSettings,
  type Started,
  secret,
  startStores,
  statusOf,
} from './deployments.fixture.ts';
import { startFakeDns } from './fake-dns.fixture.ts';
import { missing } from './installation.fixture.ts';

const reason = await missing();
if (reason) console.warn(reason);

describe.skipIf(reason !== undefined)('deployments', () => {
  let stores: Awaited<ReturnType<typeof startStores>>;
  beforeAll(async () => {
    stores = await startStores();
  }, 240_000);
  afterAll(() => stores?.close());

  /** Replaces the addresses and folders of other machines in the environment. */
  async function adapted(
    name: string,
    environment: Variables,
    spaces: Record<string, object>,
  ): Promise<Variables> {
    const here = Object.entries(spaces).map(([space, entry]) => [
      space,
      { ...entry, nodes: [stores.search] },
    ]);
    const folder = join(stores.directory, name);
    await mkdir(folder);
    await writeFile(join(folder, 'backends.json'), JSON.stringify({ spaces: Object.fromEntries(here) }));
    const database = new URL(environment.DATABASE_URL!);
    database.host = stores.database;
    return {
      ...environment,
      DATA_DIR: folder,
      DATABASE_URL: String(database),
      BACKENDS_FILE: join(folder, 'backends.json'),
    };
  }

  test('the balancer of the compose file finds the servers, and stopping one fails no request', async () => {
    const { command, environment, spaces } = await composeVariables();
    const port = String(await freePort());
    const addresses = ['127.0.0.2', '127.0.0.3'];
    const started: Started[] = [];
    const names = await startFakeDns((name) => (name === 'server' ? addresses : []));
    const balancer = await balancerOfCompose(stores.directory, names.port, Number(port));
    try {
      for (const HOST of addresses) {
        const settings = { ...(await imageSettings()), ...environment, HOST, PORT: port };
        started.push(await container(command, await adapted(`compose-${HOST}`, settings, spaces)));
      }
      for (const each of started) await each.until('/ready', 200, 120);
      await expect.poll(() => statusOf(`${balancer.url}/ready`), { timeout: 20_000 }).toBe(200);
      // Both must be known before one may stop.
      await balancer.sees(2);
      expect(await statusOf(`${balancer.url}/openapi.json`)).toBe(200);
      const statuses: number[] = [];
      let running = true;
      const visitor = async () => {
        while (running) {
          statuses.push(await statusOf(`${balancer.url}/health`));
          await pause(20);
        }
      };
      const visits = [visitor(), visitor()];
      const { code, seconds } = await started[0]!.stop();
      await balancer.sees(1);
      running = false;
      await Promise.all(visits);
      expect({ code, failed: statuses.filter((status) => status !== 200) }).toEqual({ code: 0, failed: [] });
      expect(statuses.length).toBeGreaterThan(20);
      expect(seconds).toBeLessThan(20);
    } finally {
      await balancer.close();
      names.close();
      await Promise.all(started.map((each) => each.stop()));
    }
  }, 300_000);

  test.skipIf(!helm)(
    'the servers of the chart pass its probes and stop on request',
    async () => {
      const values = {
        ...minimalValues,
        spaces: { library: { backend: 'opensearch', nodes: [stores.search], index: 'library' } },
      };
      const all = await resources(values);
      const pod = all.find(({ kind }) => kind === 'Deployment')!.spec.template.spec;
      const [{ args, ports, startupProbe, livenessProbe, readinessProbe }] = pod.containers;
      const settings = dataWith(all, 'DATABASE_URL');
      const { spaces } = JSON.parse(dataWith(all, 'backends.json')['backends.json']!);
      expect(ports).toEqual([{ name: 'http', containerPort: Number(settings.PORT) }]);
      const environment = {
        ...(await imageSettings()),
        ...settings,
        PGPASSWORD: 'x',
        ACCESS_TOKEN_SECRETS: secret(),
        PUBLISHABLE_TOKEN_SECRETS: secret(),
        PORT: String(await freePort()),
      };
      const server = await container(args, await adapted('chart', environment, spaces));
      const probe = (each: Probe) => server.status(each.httpGet.path);
      try {
        await server.until(startupProbe.httpGet.path, 200, secondsOf(startupProbe));
        expect([await probe(livenessProbe), await probe(readinessProbe)]).toEqual([200, 200]);
        const ending = server.stop();
        // The pod becomes unready in time and serves until it gets no more requests.
        const noticed = secondsOf(readinessProbe);
        expect(1000 * noticed).toBeLessThan(Number(settings.SHUTDOWN_DELAY));
        await server.until(readinessProbe.httpGet.path, 503, noticed);
        expect(await probe(livenessProbe)).toBe(200);
        const { code, seconds } = await ending;
        expect(code).toBe(0);
        expect(seconds).toBeLessThan(pod.terminationGracePeriodSeconds);
      } finally {
        await server.stop();
      }
    },
    240_000,
  );
});

interface Probe {
  httpGet: { path: string };
  periodSeconds: number;
  failureThreshold: number;
}

/** Time until the probe fails. */
const secondsOf = ({ periodSeconds, failureThreshold }: Probe) => periodSeconds * failureThreshold;

const dataWith = (all: Resource[], member: string) =>
  all.find(({ data }) => data?.[member] !== undefined)!.data!;
