/** Several server processes on one PostgreSQL and one OpenSearch, behind load balancers. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { missingCluster } from '../../../packages/opensearch/test/cluster/cluster.fixture.ts';
import { emptyCluster } from '../../../packages/opensearch/test/cluster/empty-cluster.fixture.ts';
import { binaries, makePostgres } from '../../../packages/postgres/test/postgres-server.ts';
import { freePort } from '../../../packages/server/test/support/free-port.ts';
import { type Service, startService, temporaryDirectory, type Variables } from '../../support/service.ts';
import {
  type Balancer,
  type BalancerName,
  balancers,
  DETECTION_TIME_MS,
  missingBalancer,
  startBalancer,
} from './balancer.fixture.ts';

export async function missing(): Promise<string | undefined> {
  if (binaries === null) {
    return 'Replicas are not tested here: PostgreSQL is missing (apt-get install postgresql).';
  }
  return missingBalancer() ?? (await missingCluster());
}

export interface Installation {
  /** URL of each load balancer. */
  behind: Record<BalancerName, string>;
  replicas: Service[];
  /** Token with all scopes. */
  token: string;
  environment: Variables;
  directory: string;
  /** Log lines of a request from all replicas, including stopped ones. */
  logged(requestId: string): string[];
  /** Restarts a replica at the same address, as for a new version. */
  restart(replica: number, signal?: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
}

export const space = 'field-guide';

/** `options` of the command `serve`. */
export async function install(count: number, options: string[], more: Variables = {}): Promise<Installation> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const { path: directory, remove } = await temporaryDirectory();
    undo.push(remove);
    const [postgres, cluster] = await Promise.all([makePostgres(binaries as string), emptyCluster()]);
    undo.push(postgres.remove);
    const environment = {
      DATABASE_URL: await postgres.newDatabase(),
      BACKENDS_FILE: join(directory, 'backends.json'),
      ACCESS_TOKEN_SECRETS: randomBytes(32).toString('hex'),
      PUBLISHABLE_TOKEN_SECRETS: randomBytes(32).toString('hex'),
      SHUTDOWN_DELAY: String(DETECTION_TIME_MS),
      ...more,
    };
    const there = { backend: 'opensearch', nodes: [cluster.url.origin], index: space };
    await writeFile(environment.BACKENDS_FILE, JSON.stringify({ spaces: { [space]: there } }));
    const ports = await Promise.all(Array.from({ length: count }, freePort));
    const started: Service[] = [];
    const start = async (replica: number) => {
      const own = { ...environment, PORT: String(ports[replica]) };
      const service = await startService(join(directory, `replica-${replica}`), own, options);
      started.push(service);
      return service;
    };
    // Concurrently, as after a power cut: one creates the tables, and one loads the demo data.
    undo.push(() => Promise.all(started.map((each) => each.stop('SIGKILL'))));
    const starting = ports.map((_, replica) => start(replica));
    await Promise.allSettled(starting);
    const replicas = await Promise.all(starting);
    const behind = {} as Record<BalancerName, Balancer>;
    for (const name of balancers) {
      behind[name] = await startBalancer(name, ports);
      undo.push(behind[name].close);
    }
    return {
      behind: { HAProxy: behind.HAProxy.url, nginx: behind.nginx.url },
      replicas,
      token: replicas[0]!.adminToken,
      environment,
      directory,
      logged: (requestId) =>
        started.flatMap((each) =>
          each
            .printed()
            .split('\n')
            .filter((line) => line.includes(requestId)),
        ),
      async restart(replica, signal = 'SIGTERM') {
        await replicas[replica]!.stop(signal);
        replicas[replica] = await start(replica);
        // All balancers must see it again before the next one may stop.
        await Promise.all(balancers.map((name) => behind[name].sees(replica)));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
